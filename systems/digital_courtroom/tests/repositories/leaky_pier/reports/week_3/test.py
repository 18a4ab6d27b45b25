"""Tried by hand in week 3."""
from openai import OpenAI

client = OpenAI(api_key="@A_KEY_IS_PUT_HERE_BY_THE_TEST@")
print(client.models.list())
