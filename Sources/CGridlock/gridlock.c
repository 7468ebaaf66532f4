#include "gridlock.h"
