#include "core/tables/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/tables/toml_reader.h"
#include "core/tables/toml_writer.h"

namespace onceover::tables {
namespace {

constexpr std::int64_t known_format = 1;
constexpr const char* profile_not_loaded = "The profile was not loaded.";

// Where a profile begins, for what can be checked only when all are read.
struct Origin {
  std::string file;
  std::uint32_t line = 0;
};

struct Loaded {
  std::vector<Profile> profiles;
  std::vector<Origin> places;
};

std::optional<Error> read_into(Loaded& loaded, std::string_view text, const std::string& file) {
  TomlErrors errors{visible(file), profile_not_loaded, std::nullopt};
  const auto table = parse_toml(text, errors);
  if (!table) return table.error();
  TomlFields root(&*table, "", errors);
  if (root.integer("format", true, 0, 1'000'000) != known_format)
    root.refuse("format", fmt::format("must be {}: no other is known", known_format));
  for (TomlFields& fields : root.tables("profile")) {
    loaded.places.push_back({errors.file, fields.line()});
    Reader(std::move(fields)).whole(loaded.profiles.emplace_back());
  }
  root.refuse_the_rest();
  return errors.first;
}

// Each name is there once. A twin is one of the profiles, and is found here.
Result<std::vector<Profile>> linked(Loaded loaded) {
  std::set<std::string> names;
  const auto wrong = [&](std::size_t i, const std::string& field, const std::string& what) {
    TomlErrors errors{loaded.places[i].file, profile_not_loaded, std::nullopt};
    errors.add(loaded.places[i].line, field, what);
    return fail(*std::move(errors.first));
  };
  for (std::size_t i = 0; i < loaded.profiles.size(); ++i) {
    const std::string& name = loaded.profiles[i].name;
    if (!names.insert(name).second) return wrong(i, "profile.name", "\"" + visible(name) + "\" is there twice");
  }
  for (std::size_t i = 0; i < loaded.profiles.size(); ++i) {
    Profile& live = loaded.profiles[i];
    if (!live.archive) continue;
    const auto archive = std::ranges::find(loaded.profiles, *live.archive, &Profile::name);
    if (archive == loaded.profiles.end())
      return wrong(i, "profile.archive", "\"" + visible(*live.archive) + "\" is not the name of a profile here");
    if (&*archive == &live) return wrong(i, "profile.archive", "must be another profile");
    if (const auto problem = twin_problem(live, *archive)) return wrong(i, "profile.archive", *problem);
    live.twin.profile = std::make_shared<const Profile>(*archive);
  }
  return std::move(loaded.profiles);
}

}  // namespace

Result<std::vector<Profile>> profiles_from_toml(std::string_view text, const std::string& file) {
  Loaded loaded;
  if (auto wrong = read_into(loaded, text, file)) return fail(*std::move(wrong));
  return linked(std::move(loaded));
}

Result<std::vector<Profile>> read_profiles(const std::string& path) {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  std::error_code error;
  if (fs::is_directory(path, error)) {
    for (const auto& entry : fs::directory_iterator(path, error)) {
      if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
    }
    if (error) return fail(ErrorKind::io, fmt::format("{} cannot be read: {}.", visible(path), error.message()), profile_not_loaded);
    std::ranges::sort(files);
    if (files.empty()) return fail(ErrorKind::invalid_input, fmt::format("{} holds no *.toml.", visible(path)), profile_not_loaded);
  } else {
    files.push_back(path);
  }
  Loaded loaded;
  for (const std::string& file : files) {
    const auto text = read_toml_file(file, profile_not_loaded);
    if (!text) return fail(text.error());
    if (auto wrong = read_into(loaded, *text, file)) return fail(*std::move(wrong));
  }
  return linked(std::move(loaded));
}

std::string to_toml(Verb verb, const Write& write) {
  Writer out("profile.writes");
  out.section(std::string(word(verb)), true, [copy = write](Writer& in) mutable { describe(in, copy, {}); });
  return out.sections().substr(1);
}

std::string to_toml(const std::vector<Profile>& profiles) {
  std::vector<Profile> all = profiles;
  for (const Profile& profile : profiles) {
    const auto& twin = profile.twin.profile;
    if (twin && std::ranges::find(all, twin->name, &Profile::name) == all.end()) all.push_back(*twin);
  }
  std::string out = "format = 1\n";
  for (Profile& profile : all) {
    Writer in("profile");
    describe(in, profile);
    out += "\n[[profile]]\n" + in.lines() + in.sections();
  }
  return out;
}

}  // namespace onceover::tables
