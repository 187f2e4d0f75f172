# SPDX-License-Identifier: Apache-2.0
"""Ten thousand keys, among them empty and non-ASCII ones: the same in each trial."""
import random

chance = random.Random(11)
letters = 'abcXYZ019-_/ äößéñ中文字日本語кириллицаعربי🙂🚀'
keys = {'', ' ', '0', 'ä', '\u200b', '🙂' * 200}
while len(keys) < 10_000:
    keys.add(''.join(chance.choice(letters) for _ in range(chance.randrange(1, 40))))
