//! What each count is worth, in thousandths of a move. Made by a regression, not by hand: see `docs/strength.md`.

use super::counts::COUNTS;

/// The shares of empty squares, in percent, for which weights were learnt; between these they are mixed.
const FIRST: usize = 15;
const STEP: usize = 15;
const STAGES: usize = 6;

/// The weights where so many percent of the squares are empty.
#[inline]
pub(super) fn weights(percent: usize) -> &'static Weights {
    &MIXED[percent]
}

/// A weight for every count: short words, so that a processor multiplies many at once.
type Weights = [i16; COUNTS];

/// The weights for every percentage, mixed once, by the compiler.
static MIXED: [Weights; 101] = mixed();

const fn mixed() -> [Weights; 101] {
    let mut mixed = [[0; COUNTS]; 101];
    let mut percent = 0_usize;
    while percent <= 100 {
        let place = percent.saturating_sub(FIRST);
        let last = STEP * (STAGES - 1);
        let place = if place > last { last } else { place };
        let stage = if place == last { STAGES - 2 } else { place / STEP };
        let share = (place - stage * STEP) as i32;
        let mut count = 0;
        while count < COUNTS {
            let [lower, upper] = [LEARNT[count][stage], LEARNT[count][stage + 1]];
            let weight = (lower * (STEP as i32 - share) + upper * share) / STEP as i32;
            // Four amazons times a weight, and the difference of two weights, have to fit a short word.
            assert!(weight.abs() < 8_000, "a weight is too large");
            mixed[percent][count] = weight as i16;
            count += 1;
        }
        percent += 1;
    }
    mixed
}

/// A row a count, a column a stage: 15, 30, 45, 60, 75 and 90 percent of the squares empty.
#[rustfmt::skip]
const LEARNT: [[i32; STAGES]; COUNTS] = [
    // To be on move.
    [-26, 73, 259, 263, 300, 350],
    // Queen: own distance 1, the other's 1, 2, 3, more, never.
    [81, 96, 91, 7, 3, -8],
    [666, 716, 663, 266, 76, 115],
    [1577, 1722, 750, 216, 60, -169],
    [1613, 1507, 815, -96, -298, -237],
    [1261, 1040, 777, 564, 384, 342],
    // Queen: own distance 2, the other's 1, 2, 3, more, never.
    [-579, -597, -595, -272, -71, -125],
    [53, 67, 0, 21, -22, 68],
    [607, 1379, 786, 344, 150, 155],
    [1874, 1932, 783, 401, 369, 255],
    [491, 777, 721, 432, 228, 111],
    // Queen: own distance 3, the other's 1, 2, 3, more, never.
    [-1721, -1870, -971, -265, -139, 55],
    [-830, -1407, -931, -325, -232, -301],
    [-39, 132, 188, 36, 97, -230],
    [1224, 1922, 1014, 60, -93, 116],
    [919, 795, 510, 361, -254, -494],
    // Queen: own distance more, the other's 1, 2, 3, more, never.
    [-1720, -1672, -1082, 2, 198, 290],
    [-1856, -2087, -1065, -437, -440, -208],
    [-1300, -1845, -1286, -71, 47, 151],
    [-163, 83, -58, -13, -283, -170],
    [1463, 1206, 678, 447, -70, -108],
    // Queen: own distance never, the other's 1, 2, 3, more, never.
    [-1239, -1037, -779, -540, -349, -235],
    [-450, -799, -782, -415, -237, -62],
    [-873, -894, -482, -373, 231, 452],
    [-1407, -1122, -715, -409, 161, 193],
    [0, 0, 0, 0, 0, 0],
    // King: own distance 1, the other's 1 to 5, more, never.
    [-93, -17, -220, -101, -72, -64],
    [714, 769, 286, 143, 95, 172],
    [1158, 1188, 564, 570, 309, 3],
    [186, 647, 737, 870, 255, 125],
    [1065, 1157, 1268, 706, 334, 409],
    [717, 443, 644, 669, 142, 22],
    [1130, 1133, 922, 515, 23, -68],
    // King: own distance 2, the other's 1 to 5, more, never.
    [-840, -802, -442, -270, -185, -155],
    [-49, -46, -41, -22, -28, -35],
    [205, 397, 374, 265, 29, -162],
    [508, 539, 705, 506, -29, -414],
    [148, 514, 766, 764, 129, 215],
    [1080, 942, 808, 891, 517, -66],
    [1912, 1684, 1036, 813, 620, 531],
    // King: own distance 3, the other's 1 to 5, more, never.
    [-767, -737, -420, -611, -349, -57],
    [-197, -292, -360, -293, -58, 127],
    [111, 143, 86, 58, -1, 5],
    [933, 858, 883, 403, 219, -169],
    [-92, 436, 937, 661, 508, 352],
    [493, 576, 1059, 853, 426, -235],
    [1003, 1317, 1283, 830, 343, 151],
    // King: own distance 4, the other's 1 to 5, more, never.
    [-151, -353, -743, -844, -328, -84],
    [-302, -471, -550, -445, -22, 434],
    [-767, -728, -639, -382, -112, -45],
    [2, 144, 253, 77, 31, 105],
    [1803, 928, 639, 515, 379, 502],
    [311, 776, 1007, 899, 444, -436],
    [1337, 1207, 1196, 1033, 981, 822],
    // King: own distance 5, the other's 1 to 5, more, never.
    [-1137, -1075, -1017, -801, -296, -457],
    [-144, -446, -531, -696, -54, -293],
    [201, -201, -698, -551, -385, -369],
    [-1175, -845, -161, -338, -351, -4],
    [-127, 188, 470, 296, -178, -491],
    [227, 391, 1603, 819, 173, -1069],
    [1992, 1455, 1275, 278, -808, -936],
    // King: own distance more, the other's 1 to 5, more, never.
    [-627, -517, -496, -718, -125, -21],
    [-816, -788, -644, -771, -446, 88],
    [-494, -610, -875, -789, -400, 212],
    [-605, -982, -813, -766, -276, 357],
    [-747, -829, -1370, -730, 182, 99],
    [-180, -1, 160, 119, 252, -228],
    [1888, 1305, 1230, 1185, 1803, 1625],
    // King: own distance never, the other's 1 to 5, more, never.
    [-1090, -1065, -940, -511, 120, 216],
    [-1862, -1726, -1096, -779, -614, -295],
    [-872, -1419, -1288, -753, -374, -74],
    [-1350, -1249, -1230, -1023, -907, -810],
    [-2306, -1639, -1395, -134, 725, 747],
    [-1749, -1474, -1305, -1167, -1813, -1623],
    [0, 0, 0, 0, 0, 0],
    // Own amazons with 0, 1, 2, 3, 4, 5-6, 7-9, 10-13, 14-18, more contested steps.
    [-4767, -4570, -2727, -4113, -5714, -3534],
    [-3424, -1644, -1554, -1760, -3063, -2603],
    [1859, -422, -350, -683, -2218, 490],
    [928, 853, 54, 217, -939, -268],
    [-699, 757, 438, 666, 342, 503],
    [1833, 1079, 707, 1348, 1342, 1119],
    [1137, 1450, 1067, 1620, 2445, 922],
    [1375, 1490, 1298, 1785, 2573, 2145],
    [1223, 1346, 1597, 1628, 2550, 1662],
    [761, 837, 997, 999, 2564, 1869],
    // The other's amazons with 0, 1, 2, 3, 4, 5-6, 7-9, 10-13, 14-18, more contested steps.
    [4155, 3849, 2696, 4202, 5892, 3996],
    [2717, 1501, 1980, 1915, 3809, 4610],
    [-2464, 392, 961, 1122, 3077, 1202],
    [-1141, -728, 729, 251, 1630, 2561],
    [662, -563, 336, -163, 544, 639],
    [-2050, -779, 79, -853, -436, -406],
    [-669, -678, -259, -1042, -1678, -132],
    [-947, -1041, -678, -1119, -1897, -2068],
    [-1123, -1235, -1469, -835, -1913, -1440],
    [-202, -222, -265, -110, -1958, -1277],
];
