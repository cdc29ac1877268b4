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
    [39, 119, 180, 78, 150, 182],
    // Queen: own distance 1, the other's 1, 2, 3, more, never.
    [78, 88, 99, 26, 13, 43],
    [630, 697, 723, 347, 67, 122],
    [1346, 1275, 879, 345, 176, -80],
    [838, 954, 859, 219, -192, -136],
    [903, 890, 808, 415, 307, 189],
    // Queen: own distance 2, the other's 1, 2, 3, more, never.
    [-599, -646, -682, -321, -88, -121],
    [36, 57, 74, 5, 15, -133],
    [1269, 1265, 936, 308, -116, 197],
    [1297, 1591, 997, 301, 160, 217],
    [1108, 743, 619, 439, 82, -7],
    // Queen: own distance 3, the other's 1, 2, 3, more, never.
    [-1414, -1396, -1116, -381, -195, -93],
    [-1204, -1151, -1020, -349, 12, 68],
    [-180, 43, 161, 42, 3, -143],
    [2442, 2007, 1220, 152, 471, 332],
    [1429, 720, 476, 775, 713, 598],
    // Queen: own distance more, the other's 1, 2, 3, more, never.
    [-934, -1129, -1073, -257, 149, -6],
    [-1412, -1699, -1175, -379, -264, -334],
    [-2517, -2029, -1367, -155, -193, -133],
    [-175, -171, -91, -71, -164, -140],
    [1223, 1032, 875, 516, 1369, 1244],
    // Queen: own distance never, the other's 1, 2, 3, more, never.
    [-847, -885, -834, -390, -291, -165],
    [-1085, -805, -636, -445, -72, 37],
    [-1304, -844, -468, -758, -763, -563],
    [-1189, -932, -887, -455, -1401, -1273],
    [0, 0, 0, 0, 0, 0],
    // King: own distance 1, the other's 1 to 5, more, never.
    [-161, -170, -154, -38, -78, 42],
    [779, 793, 327, 197, -7, -274],
    [838, 968, 602, 404, 338, -117],
    [1197, 773, 794, 507, 460, -333],
    [1003, 629, 883, 600, 594, -70],
    [851, 770, 664, 512, 404, -391],
    [1355, 1316, 843, 653, 501, 291],
    // King: own distance 2, the other's 1 to 5, more, never.
    [-789, -751, -432, -269, -32, 156],
    [-16, -6, -6, -27, 6, -105],
    [526, 494, 522, 311, 210, -244],
    [623, 642, 572, 559, 266, -242],
    [247, 413, 686, 827, 17, -38],
    [1038, 953, 761, 821, 625, 128],
    [1780, 1359, 1222, 846, 417, 236],
    // King: own distance 3, the other's 1 to 5, more, never.
    [-709, -779, -510, -410, -355, 168],
    [-529, -468, -495, -300, -215, 249],
    [30, 43, 94, 84, 28, 28],
    [290, 481, 662, 485, 113, 246],
    [-63, 149, 832, 619, 447, 237],
    [47, 179, 861, 864, 296, 203],
    [1348, 1080, 1324, 513, 537, 376],
    // King: own distance 4, the other's 1 to 5, more, never.
    [-1167, -810, -655, -524, -493, 327],
    [-433, -474, -485, -469, -227, 275],
    [-466, -556, -442, -446, -76, -41],
    [246, 227, 252, 12, 164, -392],
    [1001, 983, 517, 632, 198, 510],
    [598, 1259, 857, 702, 691, -1061],
    [1720, 1006, 1234, 846, 185, 97],
    // King: own distance 5, the other's 1 to 5, more, never.
    [-809, -540, -740, -581, -558, -91],
    [-341, -490, -571, -655, -142, 184],
    [428, 110, -602, -497, -335, -105],
    [-887, -677, -313, -370, -245, -231],
    [-117, -29, 437, 225, 38, -151],
    [-484, 507, 1444, 1056, -111, 2657],
    [1980, 1622, 1376, -99, -2394, -2152],
    // King: own distance more, the other's 1 to 5, more, never.
    [-820, -798, -582, -574, -249, 171],
    [-927, -893, -599, -696, -576, 180],
    [140, 12, -745, -766, -300, 1],
    [-872, -1161, -799, -599, -519, 703],
    [168, -543, -1199, -872, 93, -1978],
    [22, 54, 5, 38, -47, 1409],
    [1910, 1404, 1131, 1196, 3205, 2914],
    // King: own distance never, the other's 1 to 5, more, never.
    [-1268, -1314, -872, -655, -457, -220],
    [-1699, -1378, -1222, -804, -420, -208],
    [-1287, -1133, -1356, -467, -484, -314],
    [-1678, -1238, -1241, -879, -265, -109],
    [-1869, -1505, -1496, 235, 2407, 2144],
    [-1759, -1483, -1132, -1187, -3204, -2906],
    [0, 0, 0, 0, 0, 0],
    // Own amazons with 0, 1, 2, 3, 4, 5-6, 7-9, 10-13, 14-18, more contested steps.
    [-4036, -3989, -2739, -2727, -4061, -4031],
    [-2615, -2257, -1778, -868, -1250, -2748],
    [-1742, -1154, -792, -569, -437, -1386],
    [349, 175, -493, 51, -114, -1354],
    [501, 687, -125, 19, 225, 577],
    [1106, 697, 85, 600, 601, 725],
    [889, 1142, 720, 547, 806, 1130],
    [721, 799, 1077, 712, 1039, 1796],
    [1054, 1159, 1381, 531, 1166, 850],
    [379, 417, 496, 585, 781, 699],
    // The other's amazons with 0, 1, 2, 3, 4, 5-6, 7-9, 10-13, 14-18, more contested steps.
    [3215, 3416, 2572, 2674, 3501, 3601],
    [1927, 2342, 1966, 1067, 1488, 3068],
    [1428, 1628, 1250, 731, 870, 2011],
    [-264, 228, 1060, 194, 567, 2182],
    [-140, -106, 721, 123, 604, -141],
    [-742, -205, 539, -393, -162, 256],
    [-449, -669, -132, -343, -461, -492],
    [-505, -557, -767, -453, -742, -1266],
    [-905, -996, -1186, -494, -827, -665],
    [-279, -307, -366, -402, -372, -1010],
];
