import unittest

from mill.count import asleep, by_hour


class Counted(unittest.TestCase):
    def test_hours_add_up(self):
        lines = ["hour,sacks", "6,2", "6,3", "7,1"]
        self.assertEqual(by_hour(lines), {6: 5, 7: 1})

    def test_no_line_no_sack(self):
        self.assertEqual(by_hour(["hour,sacks"]), {})

    def test_silent_hours_are_told(self):
        self.assertEqual(asleep({6: 1, 8: 1}, 6, 9), [7])

    def test_a_full_day_is_quiet(self):
        self.assertEqual(asleep({hour: 1 for hour in range(6, 18)}), [])
