# SPDX-License-Identifier: Apache-2.0
"""Finds includes that a unity build hides: a file that uses a type of a header which neither it nor its headers include.

includes_test.py [root of the tree]. It reads text, not C++: a type counts where one header defines its name, and of the standard library
the names below. The preset dev, which compiles each file by itself, decides in doubt.
"""
import pathlib
import re
import sys

STANDARD = {
    "algorithm": "std::ranges::(sort|find|find_if|any_of|all_of|none_of|count_if|count|copy|max_element|min_element|reverse|equal_range|lower_bound|"
                 "upper_bound|stable_sort|contains|for_each|transform|replace|fill|adjacent_find|is_sorted|unique|max|min)|std::(sort|find_if|min|max|"
                 "clamp|transform|any_of|all_of|none_of|equal|replace|remove_if|stable_sort|reverse|minmax)",
    "array": "std::array", "atomic": "std::atomic", "bit": "std::(bit_cast|popcount)", "charconv": "std::(from_chars|to_chars)",
    "cmath": "std::(sqrt|pow|floor|ceil|round|lround|llround|isfinite|isnan|log|log10|log2|exp|hypot|fmod|trunc)",
    "condition_variable": "std::condition_variable", "deque": "std::deque", "filesystem": "std::filesystem", "fstream": "std::(ifstream|ofstream|fstream)",
    "functional": "std::(function|less|greater|hash|bind_front|invoke|mem_fn)", "future": "std::(future|promise|async)",
    "iostream": "std::(cout|cerr|cin)", "limits": "std::numeric_limits", "list": "std::list", "map": "std::(map|multimap)",
    "memory": "std::(unique_ptr|shared_ptr|make_unique|make_shared|weak_ptr)", "mutex": "std::(mutex|lock_guard|unique_lock|scoped_lock|call_once)",
    "numbers": "std::numbers", "numeric": "std::(accumulate|iota|reduce|gcd)", "optional": "std::(optional|nullopt|make_optional)",
    "queue": "std::(queue|priority_queue)", "random": "std::(mt19937|mt19937_64|random_device|uniform_int_distribution)", "regex": "std::(regex|smatch)",
    "set": "std::(set|multiset)", "span": "std::span", "sstream": "std::(istringstream|ostringstream|stringstream)", "stdexcept": "std::(runtime_error|"
    "logic_error|out_of_range|invalid_argument)", "string": "std::(string|to_string|stoi|stol|stod|getline)", "string_view": "std::string_view",
    "thread": "std::(thread|jthread|this_thread)", "tuple": "std::(tuple|tie|make_tuple)", "unordered_map": "std::unordered_map",
    "unordered_set": "std::unordered_set", "utility": "std::(pair|exchange|swap|make_pair|as_const)", "variant": "std::(variant|visit|get_if|"
    "holds_alternative|monostate)", "vector": "std::vector",
}
# What a header of the standard library gives besides, by what the standard says of it.
GIVES = {"string": {"string_view"}, "map": {"utility"}, "set": {"utility"}, "unordered_map": {"utility"}, "fstream": {"string", "string_view"},
         "sstream": {"string", "string_view"}, "iostream": {"string", "string_view"}, "regex": {"string", "string_view"}, "filesystem": {"string", "string_view"},
         "stdexcept": {"string", "string_view"}, "variant": {"utility"}, "tuple": {"utility"}, "algorithm": {"utility"}, "functional": {"utility"},
         "array": {"utility"}, "vector": {"utility"}, "optional": {"utility"}, "memory": {"utility"}}
FROM_STANDARD = {name: re.compile(r"\b" + "(?:" + pattern + r")\b") for name, pattern in STANDARD.items()}

DEFINES = re.compile(r"^(?:class|struct|enum class|enum)\s+(?:\[\[\w+\]\]\s+)?([A-Z]\w+)\b(?!.*;\s*$)[^;]*$|^using\s+([A-Z]\w+)\s*=|^struct\s+([A-Z]\w+) \{.*\};$", re.M)
DECLARES = re.compile(r"^(?:class|struct|enum class)\s+([A-Z]\w+)(?:\s*:\s*[\w:]+)?;", re.M)
FUNCTION = re.compile(r"^(?=\S)(?!return|using|class|struct|enum|namespace|#)(?:\[\[nodiscard\]\] )?(?:inline |constexpr |template <[^>]*> )*[\w:<>,&*\[\] ]*[\w>&*] "
                      r"([a-z]\w{3,})\(", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
ROOMS = "|".join(("tables", "browse", "reconcile", "pg", "key", "http", "audit", "gateway", "roles", "schema", "metrics", "exports", "unfinished"))
NOT_CODE = re.compile(r'//[^\n]*|R"(\w*~*\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)\'', re.S)


def is_near(name, header):
    """Of the same room, or of core/base: a name of another room may be another's."""
    return header.startswith("core/base/") or header.split("/")[:2] == name.split("/")[:2]


def main(root):
    texts = {}
    for layer in ("core", "ui", "app"):
        for path in sorted((root / layer).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                texts[str(path.relative_to(root))] = path.read_text(encoding="utf-8")
    if not texts:
        print("includes: no sources found")
        return 2
    own, standard, code, defined_in, functions = {}, {}, {}, {}, {}
    for name, text in texts.items():
        found = INCLUDE.findall(text)
        own[name] = {to for mark, to in found if mark == '"'}
        standard[name] = {to for mark, to in found if mark == "<"}
        code[name] = NOT_CODE.sub(" ", text)
        if name.endswith(".h"):
            for match in DEFINES.finditer(code[name]):
                defined_in.setdefault(next(filter(None, match.groups())), set()).add(name)
            for match in FUNCTION.finditer(code[name]):
                functions.setdefault(match[1], set()).add(name)
    nested = set()  # such a name may be meant instead
    for text in code.values():
        nested |= {next(filter(None, match.groups())) for match in DEFINES.finditer(re.sub(r"^[ \t]+(?=\w)", "", "\n".join(
            line for line in text.split("\n") if line.startswith(" ")), flags=re.M))}
    alone = {type_: next(iter(headers)) for type_, headers in defined_in.items() if len(headers) == 1 and type_ not in nested}

    reached = {}

    def reach(name):
        if name not in reached:
            reached[name] = {name}
            for to in own.get(name, ()):
                reached[name] |= reach(to) if to in own else {to}
        return reached[name]

    wrong = []
    for name in texts:
        headers = reach(name)
        has = set().union(*(standard.get(header, set()) for header in headers))
        has |= set().union(*(GIVES.get(one, set()) for one in has))
        for header, pattern in FROM_STANDARD.items():
            if header not in has and (match := pattern.search(code[name])):
                wrong.append(f"{name}:{code[name].count(chr(10), 0, match.start()) + 1}: {match[0]} without <{header}>")
        declared = set(DECLARES.findall(code[name])).union(*(DECLARES.findall(code[header]) for header in headers if header in code))
        local = {next(filter(None, m.groups())) for m in DEFINES.finditer(re.sub(r"^\s+", "", code[name], flags=re.M))}
        local |= set(re.findall(r"(?:class|typename)(?:\.\.\.)? (\w+)[,>]", code[name]))
        for word in sorted(set(re.findall(r"(?<![\w.>])[A-Z]\w+\b", code[name])) & alone.keys()):
            if alone[word] not in headers and word not in declared and word not in local and is_near(name, alone[word]):
                wrong.append(f"{name}: {word} without \"{alone[word]}\"")
        for word in sorted(set(re.findall(r"(?<![\w.>])(?:\w+::)?([a-z]\w{3,})\(", code[name])) & functions.keys()):
            near = {header for header in functions[word] if is_near(name, header)}
            if not near or functions[word] & headers:
                continue
            others = re.sub(rf"return {word}\(|\b(?:{ROOMS})::{word}\(", "", code[name])
            if not re.search(rf"\b{word}\b(?!\()|[\w>&*] {word}\(|::{word}\(", others):
                wrong.append(f"{name}: {word}() without \"{min(near)}\"")
    print("\n".join(wrong) if wrong else f"includes: {len(texts)} files include what they use")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)))
