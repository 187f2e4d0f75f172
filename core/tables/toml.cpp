#include "core/tables/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/base/text.h"
#include "core/tables/toml_io.h"

namespace onceover::tables {
namespace {

constexpr std::int64_t known_format = 1;
constexpr const char* profile_not_loaded = "The profile was not loaded.";

// What is read, and where each profile begins: for what can be checked only when all are read.
struct Loaded {
  struct Place {
    std::string file;
    std::uint32_t line = 0;
  };
  std::vector<Profile> profiles;
  std::vector<Place> places;
};

void read_into(Loaded& loaded, std::string_view text, const std::string& file) {
  TomlErrors errors{visible(file), profile_not_loaded, std::nullopt};
  const toml::table table = parse_toml(text, errors).value();
  TomlFields root(&table, "", errors);
  if (root.integer("format", true, 0, 1'000'000) != known_format)
    root.refuse("format", fmt::format("must be {}: no other is known", known_format));
  for (TomlFields& fields : root.tables("profile")) {
    loaded.places.push_back({errors.file, fields.line()});
    TomlIo(std::move(fields)).whole(loaded.profiles.emplace_back());
  }
  root.refuse_the_rest();
  if (errors.first) raise(*std::move(errors.first));
}

// Each name is there once. A twin is one of the profiles, and is found here.
std::vector<Profile> linked(Loaded loaded) {
  std::vector<Profile>& all = loaded.profiles;
  std::set<std::string> names;
  const auto require = [&](bool holds, std::size_t i, const std::string& field, const std::string& wrong) {
    TomlErrors errors{loaded.places[i].file, profile_not_loaded, std::nullopt};
    errors.add(loaded.places[i].line, field, wrong);
    if (!holds) raise(*std::move(errors.first));
  };
  for (std::size_t i = 0; i < all.size(); ++i)
    require(names.insert(all[i].name).second, i, "profile.name", "\"" + visible(all[i].name) + "\" is there twice");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!all[i].archive) continue;
    const auto archive = std::ranges::find(all, *all[i].archive, &Profile::name);
    require(archive != all.end(), i, "profile.archive", "\"" + visible(*all[i].archive) + "\" is not the name of a profile here");
    require(&*archive != &all[i], i, "profile.archive", "must be another profile");
    const auto problem = twin_problem(all[i], *archive);
    require(!problem, i, "profile.archive", problem.value_or(""));
    all[i].twin.profile = std::make_shared<const Profile>(*archive);
  }
  return std::move(all);
}

// In the order of their names.
std::vector<std::string> files_at(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(path, error)) return {path};
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(path, error)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path().string());
  }
  if (error) raise(ErrorKind::io, fmt::format("{} cannot be read: {}.", visible(path), error.message()), profile_not_loaded);
  std::ranges::sort(files);
  return files;
}

}  // namespace

Result<std::vector<Profile>> profiles_from_toml(std::string_view text, const std::string& file) {
  return as_result([&] {
    Loaded loaded;
    read_into(loaded, text, file);
    return linked(std::move(loaded));
  });
}

Result<std::vector<Profile>> read_profiles(const std::string& path) {
  return as_result([&]() -> Result<std::vector<Profile>> {
    const std::vector<std::string> files = files_at(path);
    if (files.empty()) return fail(ErrorKind::invalid_input, fmt::format("{} holds no *.toml.", visible(path)), profile_not_loaded);
    Loaded loaded;
    for (const std::string& file : files) read_into(loaded, read_toml_file(file, profile_not_loaded).value(), file);
    return linked(std::move(loaded));
  });
}

std::string to_toml(Verb verb, const Write& write) {
  TomlIo out("profile.writes");
  out.table(TomlIo::As::section, std::string(word(verb)), true, [copy = write](TomlIo& in) mutable { describe(in, copy, {}); });
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
    TomlIo in("profile");
    describe(in, profile);
    out += "\n[[profile]]\n" + in.lines() + in.sections();
  }
  return out;
}

}  // namespace onceover::tables
