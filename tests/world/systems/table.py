# SPDX-License-Identifier: Apache-2.0
"""The table "Systems tried" of the manual, from the results of run.sh: python3 table.py $ONCEOVER_WORLD/systems/work"""
import json, os, sys

print('| system | table found | stuck after `kill -9` | verbs that its code accepts | other verbs |')
print('|---|---|---|---|---|')
for system in sorted(os.listdir(sys.argv[1])):
    if not os.path.exists(f'{sys.argv[1]}/{system}/row'):
        continue
    with open(f'{sys.argv[1]}/{system}/row') as file:
        row = json.load(file)
    if row['found'] == 'not tried':
        continue
    first = [each.split('. ')[0].rstrip('.') for each in row['withheld'].replace('|', '/').split('; ')]
    print(f"| {system} | {row['found']} | {row['stuck'].split('.')[0]} | {row['accepted']} | {'; '.join(first)} |")
