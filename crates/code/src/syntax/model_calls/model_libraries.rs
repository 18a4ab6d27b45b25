//! What libraries offer to ask a model with.

/// Packages all of whose clients and functions are for asking models.
#[rustfmt::skip]
const CLIENTS: &[&str] = &[
    "openai", "anthropic", "litellm", "cohere", "mistralai", "ollama", "groq", "replicate",
    "google.generativeai", "google.genai", "vertexai.generative_models",
    "vertexai.preview.generative_models", "instructor", "together", "llama_cpp", "dspy",
    "pydantic_ai", "crewai", "smolagents", "autogen", "autogen_agentchat", "semantic_kernel",
    "agno", "guidance", "outlines", "@anthropic-ai", "@google/genai", "@google/generative-ai",
    "@mistralai", "@ai-sdk", "groq-sdk", "cohere-ai", "ai", "@openai/agents", "@mastra",
    "langgraph.prebuilt",
];

/// Packages of many parts, of which those are for asking models that say so in their path.
const FRAMEWORKS: &[&str] =
    &["langchain", "haystack", "llama_index", "@langchain", "llamaindex"];

/// Parts of paths of frameworks that lead to models, or to what asks one.
#[rustfmt::skip]
const MODEL_PARTS: &[&str] = &[
    "chat_models", "llms", "language_models", "chains", "agents", "generators", "agent", "llm",
];

/// Names of classes that are for other things than asking.
#[rustfmt::skip]
const NO_MODEL: &[&str] = &[
    "embedding", "prompt", "message", "error", "exception", "tokenizer", "stream", "parser",
    "result", "tool",
];

/// Methods by which a model, a chain or an agent is asked.
#[rustfmt::skip]
const ASKING: &[&str] = &[
    "invoke", "ainvoke", "stream", "astream", "batch", "abatch", "complete", "acomplete", "chat",
    "achat", "generate", "agenerate", "generate_content", "generate_content_async",
    "generateContent", "generateContentStream", "predict", "apredict", "kickoff",
    "kickoff_async", "completion", "acompletion", "create", "parse", "generateText",
    "generateObject", "streamText", "streamObject", "structured_predict", "run", "run_sync",
    "run_async", "arun", "run_stream", "ask", "send_message", "sendMessage", "query", "aquery",
    "converse", "call", "acall", "messages", "responses", "invoke_model", "text_generation",
    "chat_completion", "create_completion", "create_chat_completion", "forward", "get_response",
    "on_messages", "initiate_chat", "a_initiate_chat",
];

/// Methods by which something is asked over the net.
const REQUESTING: &[&str] =
    &["post", "request", "fetch", "send", "stream", "urlopen", "Request"];

/// How addresses of servers of models go on.
#[rustfmt::skip]
const ENDPOINTS: &[&str] = &[
    "/chat/completions", "/v1/completions", "/v1/messages", "/v1/responses", ":generateContent",
    ":streamGenerateContent", "/api/generate", "/api/chat", "/openai/deployments/",
    "api-inference.huggingface.co", "/v1/predictions",
];

pub(super) fn is_asking(last: &str) -> bool {
    ASKING.contains(&last)
}

pub(super) fn is_requesting(last: &str) -> bool {
    REQUESTING.contains(&last)
}

pub(super) fn is_endpoint(text: &str) -> bool {
    ENDPOINTS.iter().any(|path| text.contains(path))
}

/// Whether what is imported by this name makes something that can be asked, or asks itself.
pub(super) fn makes_model(full: &str) -> bool {
    let last = full.rsplit(['.', '/']).next().unwrap_or(full);
    let small = last.to_lowercase();
    if NO_MODEL.iter().any(|word| small.contains(word)) {
        return false;
    }
    let begins = |name: &&&str| {
        full.strip_prefix(**name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/', '_']))
    };
    if CLIENTS.iter().any(|name| begins(&name)) {
        return true;
    }
    let framework = FRAMEWORKS.iter().any(|name| begins(&name));
    let in_part = full.split(['.', '/']).any(|part| MODEL_PARTS.contains(&part));
    // Of a provider's own package: `langchain_openai.ChatOpenAI`.
    let named = last.starts_with("Chat") || last.ends_with("LLM") || last == "init_chat_model";
    let provider = ["langchain_", "@langchain/", "llama_index."]
        .iter()
        .any(|start| full.starts_with(start));
    framework && in_part
        || provider && (named || is_provider(full, last))
        || last == "init_chat_model"
}

/// Whether a class has the name of the package of its provider: `langchain_openai.OpenAI`.
fn is_provider(full: &str, last: &str) -> bool {
    let package = full.rsplit_once(['.', '/']).map_or("", |(package, _)| package);
    let provider = package
        .rsplit(['_', '/', '.'])
        .next()
        .unwrap_or_default()
        .replace('-', "");
    3 < provider.len() && last.to_lowercase().contains(&provider)
}

#[cfg(test)]
mod tests {
    use super::makes_model;

    #[test]
    fn what_asks_a_model_is_told_from_what_else_a_library_has() {
        for full in [
            "langchain_openai.ChatOpenAI",
            "langchain_openai.OpenAI",
            "langchain.chat_models.init_chat_model",
            "langchain_core.language_models.BaseChatModel",
            "openai.OpenAI",
            "openai.chat.completions.create",
            "@langchain/openai.ChatOpenAI",
            "ai.generateText",
            "haystack.components.generators.chat.OpenAIChatGenerator",
            "langgraph.prebuilt.create_react_agent",
            "crewai.Crew",
            "dspy.ChainOfThought",
        ] {
            assert!(makes_model(full), "{full}");
        }
        for full in [
            "langchain_core.documents.Document",
            "langchain_core._api.beta",
            "langchain_text_splitters.RecursiveCharacterTextSplitter",
            "haystack.logging.getLogger",
            "langchain_core.prompts.ChatPromptTemplate",
            "langchain_core.messages.ChatMessage",
            "langchain_openai.OpenAIEmbeddings",
            "langchain_core.language_models.chat_model_stream.ChatModelStream",
            "langgraph.graph.StateGraph",
            "logging.getLogger",
        ] {
            assert!(!makes_model(full), "{full}");
        }
    }
}
