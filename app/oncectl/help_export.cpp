// SPDX-License-Identifier: Apache-2.0
// The manual page, the completion of three shells and the lines of the manual's list of commands, all from
// the parser's own tree: the build writes them, so that no option is described twice. Not shown by --help.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "app/oncectl/program.h"
#include "core/base/text.h"

namespace onceover::oncectl {
namespace {

struct ExportOptions {
  std::string sources, target;
};

struct TreeOption {
  const CLI::Option* option;
  std::vector<std::string> names;  // "--output", "-o"; of an argument its name
  bool has_value = true, repeats = false;
  std::string value;                // "FILE", "N"
  std::vector<std::string> values;  // where it is one of these
  bool open = false;                // and others
  bool is_file() const { return value.starts_with("FILE") || value == "COMMAND"; }
};

struct TreeCommand {
  std::string path, description, prose;  // "keys list"; what its help says before the examples
  std::vector<std::string> examples, below;
  std::vector<TreeOption> options, arguments;
  bool acts = true;  // false: only those below it do
};

std::string joined(const std::vector<std::string>& parts, const char* by) {
  return fmt::format("{}", fmt::join(parts, by));
}

std::string replaced(std::string text, std::string_view what, std::string_view by) {
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

// The type's name as the parser shows it: the name, and what its checks add: ":{a,b}", ":INT in [1 - 9]".
void read_type(TreeOption& out) {
  std::string type = out.option->get_type_name();
  if (const auto at = type.find(":{"); at != std::string::npos) {
    for (const std::string_view word :
         split(std::string_view(type).substr(at + 2, type.size() - at - 3), ',')) {
      if (word == "…") out.open = true;
      if (word != "…") out.values.emplace_back(word);
    }
    type.resize(at);
  }
  if (const auto at = type.find(" in ["); at != std::string::npos) type.resize(type.rfind(':', at));
  const bool is_number = type == "INT" || type == "UINT" || type == "FLOAT";
  out.value = is_number ? "N" : type;
}

TreeOption read_option(const CLI::Option& option) {
  TreeOption out{.option = &option};
  for (const std::string& name : option.get_lnames()) out.names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) out.names.push_back("-" + name);
  if (out.names.empty()) out.names.push_back(option.get_name());
  out.has_value = option.get_items_expected_max() > 0;
  out.repeats = option.get_expected_max() > 1;
  if (out.has_value) read_type(out);
  return out;
}

void read_footer(const std::string& footer, TreeCommand& out) {
  std::istringstream lines(footer.substr(0, footer.find(common_follows)));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("  ")) {
      out.examples.push_back(line.substr(2));
    } else if (!line.empty()) {
      out.prose += (out.prose.empty() ? "" : " ") + line;
    }
  }
}

void read_tree(const CLI::App& app, const std::string& path, const std::string& inherited,
               std::vector<TreeCommand>& out) {
  TreeCommand command{
      .path = path, .description = app.get_description(), .acts = app.get_require_subcommand_min() == 0};
  if (!app.get_footer().starts_with(inherited)) read_footer(app.get_footer(), command);
  for (const CLI::Option* option : app.get_options()) {
    const bool repeated = !path.empty() && option == app.get_help_ptr();  // each command has it: listed once
    if (!option->get_group().empty() && !repeated)
      (option->nonpositional() ? command.options : command.arguments).push_back(read_option(*option));
  }
  const auto subcommands =
      app.get_subcommands([](const CLI::App* below) { return !below->get_group().empty(); });
  for (const CLI::App* below : subcommands) command.below.push_back(below->get_name());
  out.push_back(std::move(command));
  for (const CLI::App* below : subcommands)
    read_tree(*below, (path.empty() ? "" : path + " ") + below->get_name(), inherited, out);
}

// ---- manual page (mdoc)

std::string mdoc(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::int32_t point = next_code_point(text, at);
    if (point == '\\') {
      out += "\\e";
    } else if (point == '-') {
      out += "\\-";
    } else if (point > 127) {
      out += fmt::format("\\[u{:04X}]", point);
    } else {
      out += static_cast<char>(point);
    }
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string argument_word(const std::string& name) { return fmt::format("Ar \"{}\"", mdoc(name)); }

std::string ended(const std::string& sentence) {
  return sentence.empty() || sentence.ends_with('.') ? sentence : sentence + '.';
}

// What the parser checks, and its help shows beside the description.
std::vector<std::string> facts_of(const TreeOption& o) {
  std::vector<std::string> facts;
  const auto names = [](const std::set<CLI::Option*>& options) {
    std::vector<std::string> out;
    for (const CLI::Option* option : options) out.push_back(option->get_name());
    std::ranges::sort(out);  // the set is in the order of addresses, which differs at each run
    return joined(out, ", ");
  };
  const std::string& described = o.option->get_description();
  if (!std::ranges::all_of(
          o.values, [&](const std::string& word) { return described.find(word) != std::string::npos; }))
    facts.push_back(fmt::format("One of {}{}.", joined(o.values, ", "), o.open ? " and others" : ""));
  if (o.option->get_required()) facts.emplace_back("Required.");
  if (o.has_value && !o.option->get_default_str().empty())
    facts.push_back(fmt::format("{} unless given.", o.option->get_default_str()));
  if (o.repeats) facts.emplace_back("May be repeated.");
  if (!o.option->get_needs().empty()) facts.push_back(fmt::format("Needs {}.", names(o.option->get_needs())));
  if (!o.option->get_excludes().empty())
    facts.push_back(fmt::format("Not together with {}.", names(o.option->get_excludes())));
  return facts;
}

std::string man_options(const TreeCommand& command) {
  std::string text;
  const auto add = [&text](const std::string& head, const TreeOption& o) {
    text += fmt::format(".It {}\n{}\n", head, mdoc(ended(o.option->get_description())));
    for (const std::string& fact : facts_of(o)) text += mdoc(fact) + '\n';
  };
  for (const TreeOption& o : command.arguments) add(argument_word(o.names.front()), o);
  for (const TreeOption& o : command.options) {
    std::vector<std::string> heads;
    for (const std::string& name : o.names)
      heads.push_back(name.starts_with("--") ? "Fl Fl " + name.substr(2) : "Fl " + name.substr(1));
    add(joined(heads, " , ") + (o.has_value ? " " + argument_word(o.value) : ""), o);
  }
  return text.empty() ? "" : ".Bl -tag -width Ds\n" + text + ".El\n";
}

std::string man_command(const TreeCommand& command, const std::string& prose) {
  std::string text = ".Ss " + command.path;
  for (const TreeOption& o : command.arguments)
    text += (o.option->get_required() ? " " : " Op ") + argument_word(o.names.front());
  text += '\n';
  text += !prose.empty() ? prose
                         : mdoc(ended(command.description)) + '\n' +
                               (command.prose.empty() ? "" : mdoc(command.prose) + '\n');
  text += man_options(command);
  if (command.examples.empty()) return text;
  text += ".Bd -literal -offset indent\n";
  for (const std::string& line : command.examples) text += mdoc(line) + '\n';
  return text + ".Ed\n";
}

// The page as it is written by hand, with the options where @OPTIONS@ is, and every command under COMMANDS.
// What a person wrote there under ".Ss COMMAND" takes the place of the help's own words.
std::string man_page(const std::vector<TreeCommand>& tree, const std::string& page) {
  std::map<std::string, std::string> prose;
  std::string head, tail, *into = &head;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(".Sh ") && into != &head) into = &tail;
    if (line.starts_with(".Ss ")) {
      into = &prose[line.substr(4)];
    } else if (line == "@OPTIONS@") {
      *into += man_options(tree.front());
    } else {
      *into += line + '\n';
      if (line == ".Sh COMMANDS") into = &prose[""];
    }
  }
  std::string commands;
  for (const TreeCommand& command : tree)
    if (command.acts && !command.path.empty()) commands += man_command(command, prose[command.path]);
  for (const auto& [path, text] : prose) {
    const auto known = std::ranges::find(tree, path, &TreeCommand::path);
    if (known == tree.end() || (!known->acts && !text.empty()))
      end(usage(fmt::format("The manual page describes \"{}\", which is no command.", path), ""));
  }
  return head + commands + tail;
}

// ---- completion

std::string shell_quoted(const std::string& text) { return "'" + replaced(text, "'", "'\\''") + "'"; }

// Of each command one line of words: commands, options, "%" for an argument. After "=": one of these words,
// "@" a file, nothing: text.
std::string bash_tree(const std::vector<TreeCommand>& tree) {
  const auto value = [](const TreeOption& o) { return o.is_file() ? "@" : joined(o.values, ","); };
  std::string text;
  for (const TreeCommand& command : tree) {
    std::vector<std::string> words = command.below;
    for (const TreeOption& o : command.options)
      for (const std::string& name : o.names) words.push_back(name + (o.has_value ? "=" + value(o) : ""));
    for (const TreeOption& o : command.arguments) words.push_back("%=" + value(o));
    text += fmt::format("    {}) printf '%s' {} ;;\n", shell_quoted(command.path),
                        shell_quoted(joined(words, " ")));
  }
  return text;
}

// In a specification of _arguments.
std::string zsh_text(std::string text) {
  for (const char* special : {"\\", "[", "]", ":"})
    text = replaced(std::move(text), special, std::string("\\") + special);
  return text;
}

std::string zsh_action(const TreeOption& o) {
  return fmt::format(":{}:{}", zsh_text(o.option->nonpositional() ? o.value : o.names.front()),
                     o.is_file()        ? "_files"
                     : o.values.empty() ? ""
                                        : "(" + joined(o.values, " ") + ")");
}

std::string zsh_tree(const std::vector<TreeCommand>& tree) {
  std::string text;
  for (const TreeCommand& command : tree) {
    std::vector<std::string> specs, below;
    for (const TreeOption& o : command.options)
      for (const std::string& name : o.names)
        specs.push_back(shell_quoted(fmt::format(
            "{}{}{}[{}]{}", o.repeats ? "*" : "", name, o.has_value && name.starts_with("--") ? "=" : "",
            zsh_text(o.option->get_description()), o.has_value ? zsh_action(o) : "")));
    for (const TreeOption& o : command.arguments)
      specs.push_back(shell_quoted((o.repeats ? "*" : "") + zsh_action(o)));
    for (const TreeCommand& other : tree) {
      const auto at = other.path.rfind(' ');
      if (other.path.empty() || (at == std::string::npos ? "" : other.path.substr(0, at)) != command.path)
        continue;
      below.push_back(
          shell_quoted(other.path.substr(at + 1) + ":" + replaced(other.description, ":", "\\:")));
    }
    text += fmt::format("    {})\n      specs=({})\n      below=({})\n      ;;\n", shell_quoted(command.path),
                        joined(specs, "\n        "), joined(below, "\n        "));
  }
  return text;
}

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, "\\", "\\\\"), "'", "\\'") + "'";
}

std::string fish_tree(const std::vector<TreeCommand>& tree) {
  std::string text, paths, takes;
  for (const TreeCommand& command : tree) {
    // Options of the program itself may follow every command, but for --version.
    const std::string head = command.path.empty()
                                 ? "complete -c oncectl"
                                 : fmt::format("complete -c oncectl -n '__oncectl_at \"{}\"'", command.path);
    if (!command.path.empty()) {
      const auto at = command.path.rfind(' ');
      text += fmt::format("complete -c oncectl -n '__oncectl_at \"{}\"' -a {} -d {}\n",
                          at == std::string::npos ? "" : command.path.substr(0, at),
                          command.path.substr(at + 1), fish_quoted(command.description));
      paths += " " + fish_quoted(command.path);
    }
    for (const TreeOption& o : command.options) {
      text += head + (o.names.front() == "--version" ? " -n '__oncectl_at \"\"'" : "");
      for (const std::string& name : o.names)
        text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (o.has_value)
        text += o.is_file()        ? " -r -F"
                : o.values.empty() ? " -x"
                                   : " -x -a " + fish_quoted(joined(o.values, " "));
      text += " -d " + fish_quoted(o.option->get_description()) + '\n';
      if (o.has_value)
        for (const std::string& name : o.names) takes += " " + name;
    }
    for (const TreeOption& o : command.arguments) {
      if (o.is_file()) text += head + " -F\n";
      if (!o.values.empty()) text += head + " -a " + fish_quoted(joined(o.values, " ")) + '\n';
    }
  }
  return fmt::format("set -g __oncectl_paths{}\nset -g __oncectl_takes{}\n{}", paths, takes, text);
}

// ---- the manual

// "see --json" with the option as code.
std::string with_code(const std::string& text) {
  std::vector<std::string> words;
  for (const std::string_view word : split(text, ' '))
    words.push_back(word.starts_with("--") ? "`" + std::string(word) + "`" : std::string(word));
  return joined(words, " ");
}

std::string command_rows(const std::vector<TreeCommand>& tree) {
  std::string text;
  for (const TreeCommand& command : tree)
    if (command.acts && !command.path.empty())
      text += fmt::format("| `oncectl {}` | {} |\n", command.path, with_code(command.description));
  return text;
}

Outcome export_help(const CLI::App& app, const ExportOptions& o) {
  std::vector<TreeCommand> tree;
  read_tree(app, "", app.get_footer(), tree);
  const auto read = [&](const char* name) { return read_file(o.sources + '/' + name).value(); };
  const std::filesystem::path target(o.target);
  std::filesystem::create_directories(target);
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream file(target / name, std::ios::binary);
    file << text;
    file.close();
    if (!file)
      end(fail(ErrorKind::io, fmt::format("{} could not be written.", visible((target / name).string())), "",
               ""));
  };
  write("oncectl.1", man_page(tree, read("man/oncectl.1.in")));
  write("oncectl", replaced(read("completion/oncectl.bash.in"), "@TREE@\n", bash_tree(tree)));
  write("_oncectl", replaced(read("completion/oncectl.zsh.in"), "@TREE@\n", zsh_tree(tree)));
  write("oncectl.fish", replaced(read("completion/oncectl.fish.in"), "@TREE@\n", fish_tree(tree)));
  write("commands.md", command_rows(tree));
  return Exit::done;
}

}  // namespace

void add_help_export(Program& program) {
  add_command<ExportOptions>(
      program, program.app, "help-export", "Writes manual page and completion from this tree",
      [&app = program.app](Context&, const ExportOptions& o) { return export_help(app, o); },
      [](CLI::App& command, ExportOptions& o) {
        command.add_option("SOURCES", o.sources, "The folder packaging of the source tree")->required();
        command.add_option("TARGET", o.target, "Folder for the files")->required();
      })
      ->group("");
}

}  // namespace onceover::oncectl
