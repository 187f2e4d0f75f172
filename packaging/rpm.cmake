# SPDX-License-Identifier: Apache-2.0
# The RPM packages: oncectl, onceover, onceover-devel (sh packaging/rpm.sh). Names of dependencies, and where each is from: rpm/README.md.
#
# CPack knows one licence for all packages and RPM one for each, so rpm.sh packs each component by itself and rpm/component.cmake sets the
# rest.
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_PACKAGE_RELEASE 1)
set(CPACK_RPM_COMPRESSION_TYPE xz)
set(CPACK_PACKAGE_RELOCATABLE OFF)
set(CPACK_PACKAGE_VENDOR "The Onceover contributors")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_SOURCE_DIR}/rpm/component.cmake)
# The programs are stripped as for Debian.
set(CPACK_RPM_SPEC_INSTALL_POST /bin/true)
# Reproducible: no time, host or build identity of the builder. Shared libraries are found by rpmbuild, as names such as libpq.so.5.
set(CPACK_RPM_SPEC_MORE_DEFINE "%define _build_id_links none
%define use_source_date_epoch_as_buildtime 1
%define clamp_mtime_to_source_date_epoch 1
%define _buildhost reproducible
Packager: ${CPACK_DEBIAN_PACKAGE_MAINTAINER}")
# They belong to the distribution.
set(CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION
  /usr/lib/systemd /usr/lib/systemd/system /usr/lib64/cmake /usr/lib64/pkgconfig /usr/share/applications /usr/share/bash-completion
  /usr/share/bash-completion/completions /usr/share/fish /usr/share/fish/vendor_completions.d /usr/share/icons /usr/share/icons/hicolor /usr/share/icons/hicolor/scalable
  /usr/share/icons/hicolor/scalable/apps /usr/share/licenses /usr/share/man /usr/share/man/man1 /usr/share/man/man8 /usr/share/metainfo
  /usr/share/zsh /usr/share/zsh/site-functions)
foreach(size 16 24 32 48 64 128 256)
  list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr/share/icons/hicolor/${size}x${size} /usr/share/icons/hicolor/${size}x${size}/apps)
endforeach()

# The text of the Debian package: its first line is the summary, here with a capital letter, and a point alone is an empty line.
foreach(component ONCECTL ONCEOVER DEVEL)
  set(text "${CPACK_DEBIAN_${component}_DESCRIPTION}")
  string(FIND "${text}" "\n" end)
  string(SUBSTRING "${text}" 0 1 first)
  string(TOUPPER ${first} first)
  string(SUBSTRING "${text}" 1 ${end} summary)
  string(STRIP "${first}${summary}" summary)
  string(SUBSTRING "${text}" ${end} -1 text)
  string(STRIP "${text}" text)
  string(REPLACE "\n.\n" "\n\n" text "${text}")
  set(CPACK_RPM_${component}_PACKAGE_SUMMARY "${summary}")
  set(CPACK_RPM_${component}_PACKAGE_DESCRIPTION "${text}")
endforeach()

set(CPACK_RPM_ONCECTL_PACKAGE_NAME oncectl)
set(CPACK_RPM_ONCECTL_PACKAGE_REQUIRES_PRE shadow-utils)
set(CPACK_RPM_ONCECTL_USER_FILELIST
  "%config(noreplace) %attr(0600,root,root) /etc/onceover/sweep.env" "%config(noreplace) /etc/onceover/sweep.toml")
set(CPACK_RPM_ONCECTL_PRE_INSTALL_SCRIPT_FILE ${CMAKE_CURRENT_SOURCE_DIR}/rpm/oncectl.pre)
set(CPACK_RPM_ONCECTL_POST_INSTALL_SCRIPT_FILE ${CMAKE_CURRENT_SOURCE_DIR}/rpm/oncectl.post)
set(CPACK_RPM_ONCECTL_PRE_UNINSTALL_SCRIPT_FILE ${CMAKE_CURRENT_SOURCE_DIR}/rpm/oncectl.preun)
set(CPACK_RPM_ONCECTL_POST_UNINSTALL_SCRIPT_FILE ${CMAKE_CURRENT_SOURCE_DIR}/rpm/oncectl.postun)

set(CPACK_RPM_ONCEOVER_PACKAGE_NAME onceover)
set(CPACK_RPM_ONCEOVER_PACKAGE_REQUIRES "oncectl = ${PROJECT_VERSION}-1, qt6-qtbase, qt6-qtbase-gui")

set(CPACK_RPM_DEVEL_PACKAGE_NAME onceover-devel)
# As Fedora asks of static libraries: a program that links them can be found by this name.
set(CPACK_RPM_DEVEL_PACKAGE_PROVIDES "onceover-static = ${PROJECT_VERSION}-1")
set(CPACK_RPM_DEVEL_PACKAGE_REQUIRES
  "expected-devel, pkgconfig(fmt), pkgconfig(libcrypto), pkgconfig(libcurl), pkgconfig(libpq), pkgconfig(rdkafka), pkgconfig(tomlplusplus)")
