"""Moves, positions and games."""

import copy
import pickle
from xml.etree import ElementTree

import pytest

import otrera
from naive import Board
from otrera import Game, Move, OtreraError, Position, Transform

BOARDS = [
    {"board": "10x10"},
    {"board": "8x8"},
    {"board": "6x6"},
    {"board": "6x5"},
    {"board": "6x6", "delay": 5},
    {"board": "random:15x3,amazons=2,margin=0,seed=1"},
    {"board": "random:16x16,amazons=3,seed=2"},
]
ids = [str(board) for board in BOARDS]


@pytest.mark.parametrize("board", BOARDS, ids=ids)
def test_legal_moves_are_those_of_the_plain_rules(board):
    game = Position(**board).random_game(5)
    for position in game.positions[::7] + game.positions[-3:]:
        moves = position.legal_moves()
        assert {str(move) for move in moves} == Board(position).moves()
        assert len(moves) == position.count_moves() == len(set(moves))
        assert position.is_over == (not moves)
    loser = game.position.turn
    assert game.outcome == game.position.winner == {"white": "black", "black": "white"}[loser]


@pytest.mark.parametrize("board", BOARDS, ids=ids)
def test_steps_and_shots_make_the_moves(board):
    position = Position(**board).random_game(2).positions[4]
    made = [
        Move(amazon, to, arrow)
        for amazon in position.amazons(position.turn)
        for to in position.steps(amazon)
        for arrow in position.shots(amazon, to)
    ]
    assert sorted(made) == sorted(position.legal_moves())
    assert all(position.is_legal(move) for move in made)


@pytest.mark.parametrize("board", BOARDS, ids=ids)
def test_positions_are_copied_pickled_and_read_back(board):
    for position in Position(**board).random_game(1).positions[:12:3]:
        for twin in (
            Position(position.fen),
            Position.from_diagram(str(position)),
            Position.from_diagram(position.diagram(unicode=True)),
            pickle.loads(pickle.dumps(position)),
            copy.copy(position),
            copy.deepcopy(position),
            eval(repr(position)),
        ):
            assert twin == position
            assert hash(twin) == hash(position)
            assert twin.key == position.key
            assert twin.reopening() == position.reopening()


def test_a_position_differs_from_others_and_from_foreign_objects():
    position = Position()
    assert position != position.play("d1-d7/g7")
    assert position != position.fen
    assert position != Position(delay=3)
    assert len({position, Position(), Position(board="8x8")}) == 2


def test_facts_of_a_position():
    position = Position(board="6x5")
    assert (position.width, position.height, position.board) == (6, 5, "6x5")
    assert (position.turn, position.ply, position.empty_count) == ("white", 0, 22)
    assert position.piece_at("a2") == "white"
    assert position.piece_at("a4") == "black"
    assert position.piece_at("a1") is None
    after = position.play("a2-a3/a2")
    assert after.piece_at("a2") == "arrow"
    assert after.arrows() == ["a2"]
    assert (after.turn, after.ply) == ("black", 1)
    assert (position.is_over, position.winner, position.margin) == (False, None, None)


def test_the_margin_of_a_game_that_is_over():
    position = Position.from_diagram("B * . .\n* * . W\nBlack to move")
    assert (position.is_over, position.winner, position.margin) == (True, "white", 3)


def test_vacated_squares_of_the_variant_wait():
    position = Position(board="6x6", delay=2)
    move = position.legal_moves()[0]
    after = position.play(move)
    assert after.delay == 2
    assert after.reopening() == [(move.from_square, 2)]
    assert after.piece_at(move.from_square) == "arrow"
    assert move.from_square not in after.arrows()


def test_the_same_seed_draws_the_same():
    position = Position()
    assert position.random_move(4) == position.random_move(4)
    assert position.random_game(4).moves == position.random_game(4).moves
    assert len({position.random_move(seed) for seed in range(50)}) > 30
    for draw in ("uniform", "steps", "amazons"):
        assert position.is_legal(position.random_move(9, draw=draw))
    assert Position.from_diagram("B*\n*W").random_move(1) is None
    assert Position.random("9x9", amazons=3, seed=5) == Position(board="random:9x9,amazons=3,seed=5")
    assert Position.random("9x9", seed=5) != Position.random("9x9", seed=6)


def test_transforms_agree_on_squares_moves_and_positions():
    position = Position().random_game(3).positions[20]
    move = position.legal_moves()[7]
    transforms = position.transforms()
    assert len(transforms) == 8
    assert len(Position(board="6x5").transforms()) == 4
    forms = set()
    for transform in [*transforms, Transform(5, "10x10", swaps_colors=True)]:
        image = position.transformed(transform)
        assert image.transformed(transform.inverse()) == position
        # Not the whole positions: the exchange of colours keeps the move number.
        assert image.play(transform.move(move)).key == position.play(move).transformed(transform).key
        assert transform.inverse().square(transform.square("b7")) == "b7"
        assert pickle.loads(pickle.dumps(transform)) == transform
        assert eval(repr(transform)) == transform
        forms.add(image.canonical()[0].fen.split(" ")[0])
    assert len(forms) == 1
    canonical, transform = position.canonical()
    assert position.transformed(transform) == canonical
    assert canonical.turn == "white"
    assert position.symmetries()[0] == position


def test_regions_and_areas():
    position = Position.from_diagram(". W * . B\n. . * . .\n* * * . W")
    owners = sorted(region.owner for region in position.regions())
    assert owners == ["both", "white"]
    white = next(region for region in position.regions() if region.owner == "white")
    assert (white.empty, white.white, white.black) == (["a2", "b2", "a3"], ["b3"], [])
    assert len(white) == 3
    assert sum(len(area.white) for area in position.areas()) == 2


@pytest.mark.parametrize("notation", Move.notations())
def test_moves_in_every_notation(notation):
    move = Move("a10", "d10", "d7")
    assert Move(move.written(notation)) == move
    assert move.squares == ("a10", "d10", "d7")
    assert pickle.loads(pickle.dumps(move)) == move
    assert eval(repr(move)) == move


def test_moves_are_ordered_and_hashed():
    moves = Position(board="6x6").legal_moves()
    assert sorted(moves)[0] == min(moves) < max(moves)
    assert len(set(moves) | {Move(str(move)) for move in moves}) == len(moves)


def test_a_game_goes_forth_and_back():
    game = Game(Position(board="6x6"))
    start = game.position
    moves = [start.legal_moves()[3]]
    game.push(moves[0])
    game.push(str(game.position.legal_moves()[5]))
    assert len(game) == 2
    assert game.positions == [start, start.play(moves[0]), game.position]
    twin = game.copy()
    game.pop()
    assert game.pop() == moves[0]
    assert game.position == start
    assert len(twin) == 2
    with pytest.raises(IndexError, match="no move to take back"):
        game.pop()


def test_a_game_keeps_its_words():
    game = Position(board="8x8").random_game(8)
    game.pop()
    game.white, game.black, game.event, game.date = "Ann", "Bob", "Cup", "2026-11-15"
    game.set_result("black", "R")
    game.set_comment(0, "the start")
    game.set_comment(-1, "the end \\ ]\nand more")
    for twin in (
        Game.from_sgf(game.to_sgf()),
        Game.from_sgf(game.to_sgf().encode()),
        pickle.loads(pickle.dumps(game)),
        copy.deepcopy(game),
    ):
        assert twin == game
        assert (twin.white, twin.black, twin.event, twin.date) == ("Ann", "Bob", "Cup", "2026-11-15")
        assert (twin.winner, twin.won_by, twin.outcome) == ("black", "R", None)
        assert (twin.comment(0), twin.comment(1)) == ("the start", None)
        assert twin.comment(len(twin)) == "the end \\ ]\nand more"
    assert Position.from_sgf(game.to_sgf()) == game.position
    assert Position.from_sgf(game.to_sgf(), ply=2) == game.positions[2]


def test_games_as_lines_of_moves():
    games = [Position(board=board).random_game(1) for board in ("10x10", "6x6")]
    for notation in Move.notations():
        text = "\n".join(game.to_text(notation) for game in games)
        assert Game.all_from_text(text) == games
        assert Game.from_text(games[0].to_text(notation)) == games[0]
    assert Position.from_moves(games[1].moves, games[1].start) == games[1].position
    assert Game(games[1].start, games[1].moves) == games[1]


def test_the_result_may_not_contradict_the_rules():
    game = Position(board="6x6").random_game(1)
    loser = game.position.turn
    with pytest.raises(ValueError, match="has won it"):
        game.set_result(loser)


def test_the_picture_shows_every_piece():
    position = Position(board="6x6", delay=3)
    for _ in range(6):
        move = position.random_move(1)
        position = position.play(move)
    svg = position.svg(last_move=move, size=300)
    root = ElementTree.fromstring(svg)
    assert root.get("width") == "300"
    used = [group.get("class") for group in root.iter("{http://www.w3.org/2000/svg}g")]
    assert used.count("white") == used.count("black") == 4
    assert used.count("newest") == 1
    assert used.count("waiting") == len(position.reopening())
    assert used.count("arrow") == len(position.arrows()) - 1
    labels = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"a", "f", "1", "6"} <= labels
    assert ElementTree.fromstring(position._repr_svg_()) is not None
    assert ElementTree.fromstring(Game()._repr_svg_()) is not None


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: Position("3q/9"), OtreraError, "all ranks have the same number"),
        (lambda: Position(board="7x7"), OtreraError, "no start of its own"),
        (lambda: Position(board="6x6", delay=16), OtreraError, "the most is 15"),
        (lambda: Position(board="6x6", delay=-1), OverflowError, ""),
        (lambda: Position("1q/Q1 w", board="6x6"), OtreraError, "give neither board nor delay"),
        (lambda: Position(7), TypeError, ""),
        (lambda: Position.random("40x2"), OtreraError, "1 to 16 columns"),
        (lambda: Position.random("4x4", amazons=99), OtreraError, "1 to 16 amazons"),
        (lambda: Position.random("4x4", symmetry="no"), OtreraError, '"turn" or "mirror"'),
        (lambda: Position.from_diagram(""), OtreraError, "1 to 16 rows"),
        (lambda: Position().play("d1-d7/d7"), OtreraError, "not legal"),
        (lambda: Position().play("d1-d7/p16"), OtreraError, "the board has no p16"),
        (lambda: Position().play("d1"), OtreraError, "a square begins with"),
        (lambda: Position().play(None), TypeError, "expected a Move or its text, found NoneType"),
        (lambda: Position().steps("p16"), OtreraError, "no square p16"),
        (lambda: Position().steps("a1"), OtreraError, "no amazon stands on a1"),
        (lambda: Position().steps(11), TypeError, "the name of a square"),
        (lambda: Position().shots("d1", "a2"), OtreraError, "cannot step to a2"),
        (lambda: Position().amazons("red"), OtreraError, '"white" or "black", not "red"'),
        (lambda: Position().random_move(1, draw="x"), OtreraError, "uniform"),
        (lambda: Position().random_move(-1), OverflowError, ""),
        (lambda: Position().transformed(Transform(1, "6x6")), OtreraError, "board of 6x6"),
        (lambda: Transform(4, "6x5"), OtreraError, "symmetries 0 to 3"),
        (lambda: Transform(1, "6x6").square("h8"), OtreraError, "no square h8"),
        (lambda: Move("a1-a1"), OtreraError, "a square begins"),
        (lambda: Move("a1", "a2"), TypeError, "from one text or from three squares"),
        (lambda: Move(3), TypeError, "expected a Move"),
        (lambda: Move("a1-b1/c1").written("chess"), OtreraError, "no notation is called"),
        (lambda: Move("a1-b1/c1") < 3, TypeError, "not supported"),
        (lambda: Game(3), TypeError, ""),
        (lambda: Game(moves=["d1-d7/g7", "d1-d7/g7"]), OtreraError, "not legal"),
        (lambda: Game(moves=4), TypeError, "not iterable"),
        (lambda: Game.from_sgf("nothing"), OtreraError, ""),
        (lambda: Game.from_sgf(5), TypeError, "as str or bytes"),
        (lambda: Game.from_sgf(Game().to_sgf(), number=1), IndexError, "no number 1"),
        (lambda: Game.from_text("startpos\nstartpos"), OtreraError, "found 2"),
        (lambda: Game.from_text("fen x moves"), OtreraError, "no FEN"),
        (lambda: Game().comment(1), IndexError, "plies 0 to 0"),
        (lambda: Position.from_sgf(Game().to_sgf(), ply=3), OtreraError, "0 plies"),
        (lambda: hash(Game()), TypeError, "unhashable"),
    ],
)
def test_errors_say_what_is_wrong(call, error, words):
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


def test_errors_are_value_errors():
    assert issubclass(OtreraError, ValueError)
    assert otrera.__version__
