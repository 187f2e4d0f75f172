#include "ui/metrics/chart_data.h"
