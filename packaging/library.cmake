# SPDX-License-Identifier: Apache-2.0
# The library for services, as the package libonceover-dev (Debian) or onceover-devel (RPM): the rooms that a service calls, with those
# below them, as static libraries; their headers; a CMake package and a pkg-config file.
#
# Static: a service is then built with one version of the engine and of its SQL, and an upgrade of the machine changes neither. The other
# rooms of core are for the console and oncectl.
set(ONCEOVER_LIBRARY_ROOMS base key http web retry pg sql schema metrics audit kafka engine call serve outbox inbox)

# Headers of a room for itself, and readers of counters that serve the console's charts.
set(not_public
  base/toml_fields pg/impl pg/libpq pg/wire engine/statements inbox/array inbox/guards
  metrics/chart metrics/counters_source metrics/history metrics/prometheus metrics/prometheus_settings)

set(targets "")
set(link_line "")
foreach(room IN LISTS ONCEOVER_LIBRARY_ROOMS)
  set_target_properties(onceover_${room} PROPERTIES EXPORT_NAME ${room})
  list(APPEND targets onceover_${room})
  set(link_line "-lonceover_${room} ${link_line}")  # a room comes before those that it uses

  file(GLOB headers RELATIVE ${CMAKE_SOURCE_DIR}/core CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/core/${room}/*.h)
  foreach(header IN LISTS headers)
    string(REGEX REPLACE "\\.h$" "" name ${header})
    if(NOT name IN_LIST not_public)
      # As in this tree: #include "core/engine/engine.h".
      install(FILES ${CMAKE_SOURCE_DIR}/core/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/onceover/core/${room} COMPONENT devel)
    endif()
  endforeach()
endforeach()
target_compile_features(onceover_base PUBLIC cxx_std_20)

set(cmake_package ${CMAKE_INSTALL_LIBDIR}/cmake/Onceover)
install(TARGETS ${targets} EXPORT OnceoverTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT devel
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/onceover)
install(EXPORT OnceoverTargets NAMESPACE Onceover:: DESTINATION ${cmake_package} COMPONENT devel)

set(with_kafka "")
if(TARGET PkgConfig::rdkafka)
  set(with_kafka " rdkafka")
endif()
include(CMakePackageConfigHelpers)
configure_package_config_file(library/OnceoverConfig.cmake.in OnceoverConfig.cmake INSTALL_DESTINATION ${cmake_package})
write_basic_package_version_file(OnceoverConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/OnceoverConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/OnceoverConfigVersion.cmake
  DESTINATION ${cmake_package} COMPONENT devel)

configure_file(library/onceover.pc.in onceover.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/onceover.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT devel)

onceover_install_documents(devel)
install(FILES ${CMAKE_SOURCE_DIR}/core/README.md DESTINATION ${ONCEOVER_DOC_devel} COMPONENT devel)
install(DIRECTORY library/example/ DESTINATION ${ONCEOVER_DOC_devel}/examples COMPONENT devel)
