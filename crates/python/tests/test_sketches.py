"""Sketches as arrays, and codes that are near."""

import numpy
import pytest

import twinprint
from twinprint import HammingTable, Sketcher

TEXTS = [f"{verb} the keeper of the light at {number} every evening" for number in range(200) for verb in ("asks", "tells")]


@pytest.mark.parametrize(
    ("method", "width", "digits"),
    [
        ("exact", 1, 16),
        ("minhash:values=32", 32, 16),
        ("supershingle", 6, 16),
        ("simhash", 1, 16),
        ("simhash:bits=32", 1, 8),
        ("simhash-lexicons:bits=64,lexicons=5", 5, 16),
    ],
)
def test_an_array_has_what_the_parts_say(method: str, width: int, digits: int) -> None:
    sketcher = Sketcher(method)
    sketches = sketcher.sketch(TEXTS)
    assert (sketches.shape, sketches.dtype) == ((len(TEXTS), width), numpy.uint64)
    for row, text in list(zip(sketches, TEXTS))[::37]:
        assert [f"{int(number):0{digits}x}" for number in row] == sketcher.parts(text)


def test_every_method_makes_an_array_or_says_that_it_makes_none() -> None:
    arrays = []
    for method in Sketcher.methods():
        sketcher = Sketcher(method)
        try:
            sketches = sketcher.sketch(TEXTS[:3], missing="zero")
        except twinprint.InputError as error:
            assert "parts() gives any" in error.remedy, method
            assert sketcher.parts(" ".join(TEXTS)), method
        else:
            assert sketches.shape == (3, sketcher.width), method
            arrays.append(method)
    assert len(arrays) >= 15


def test_a_fingerprint_of_128_bits_is_two_numbers_the_lower_first() -> None:
    sketcher = Sketcher("simhash:bits=128")
    low, high = (int(number) for number in sketcher.sketch(TEXTS[:1])[0])
    assert [f"{high << 64 | low:032x}"] == sketcher.parts(TEXTS[0])


def test_a_text_without_words_is_an_error_or_zero() -> None:
    sketcher = Sketcher("minhash")
    with pytest.raises(twinprint.InputError, match="texts, item 2: there are no words in it"):
        sketcher.sketch([TEXTS[0], "", "..."])
    sketches = sketcher.sketch([TEXTS[0], "", TEXTS[0]], missing="zero")
    assert not sketches[1].any()
    assert (sketches[0] == sketches[2]).all()


def test_the_model_weighs_terms() -> None:
    weighed, even = (Sketcher("fusion", model=model) for model in ("english", "none"))
    assert weighed.recipe != even.recipe
    assert (weighed.sketch(TEXTS[:1]) != even.sketch(TEXTS[:1])).any()
    with pytest.raises(twinprint.InputError, match="model"):
        Sketcher("fusion", model="klingon")  # type: ignore[arg-type]


def test_a_random_seed_is_drawn_and_told() -> None:
    first, second = (Sketcher("fusion:seed=random") for _ in range(2))
    assert first.method != second.method
    assert Sketcher(first.method).recipe == first.recipe


def test_a_method_that_is_none_is_named() -> None:
    with pytest.raises(twinprint.InputError, match="method"):
        Sketcher("no-such-method")


def near_by_looking_at_all(codes: numpy.ndarray, queries: numpy.ndarray, k: int) -> set[tuple[int, int, int]]:
    distances = numpy.bitwise_count(codes[None, :] ^ queries[:, None])
    return {(int(q), int(c), int(distances[q, c])) for q, c in zip(*numpy.nonzero(distances <= k))}


@pytest.mark.parametrize("k", [0, 1, 3, 6])
def test_a_table_finds_what_looking_at_all_finds(k: int) -> None:
    draw = numpy.random.default_rng(7)
    codes = draw.integers(0, 2**64, 2000, dtype=numpy.uint64)
    codes[1000:] = codes[:1000]
    codes[500:1500] ^= numpy.uint64(1) << draw.integers(0, 64, 1000, dtype=numpy.uint64)
    queries = codes[::5] ^ (numpy.uint64(3) << draw.integers(0, 63, 400, dtype=numpy.uint64))
    near = HammingTable(codes, k).query(queries)
    found = list(zip(near.query.tolist(), near.code.tolist(), near.distance.tolist()))
    assert set(found) == near_by_looking_at_all(codes, queries, k)
    assert len(found) == len(set(found))
    assert found == sorted(found, key=lambda row: row[::2])[: len(found)] or k > 0
    assert near.query.tolist() == sorted(near.query.tolist())


def test_a_smaller_k_may_be_asked_for_and_no_greater_one() -> None:
    codes = numpy.array([0, 1, 3, 7], dtype=numpy.uint64)
    table = HammingTable(codes, 2)
    assert table.query(codes[:1], 1).code.tolist() == [0, 1]
    assert (len(table), table.k, table.nbytes > 0) == (4, 2, True)
    with pytest.raises(twinprint.InputError, match="k: "):
        table.query(codes, 3)
    with pytest.raises(twinprint.InputError, match="k: "):
        HammingTable(codes, 65)
    with pytest.raises(twinprint.InputError, match="k: "):
        HammingTable(codes, -1)


def test_no_codes_and_no_queries_find_nothing() -> None:
    none = numpy.array([], dtype=numpy.uint64)
    some = numpy.array([1, 2], dtype=numpy.uint64)
    assert len(HammingTable(none, 3).query(some).code) == 0
    assert len(HammingTable(some, 3).query(none).code) == 0


def test_codes_may_be_a_column_of_sketches_or_in_another_order_of_bytes() -> None:
    sketches = Sketcher("simhash").sketch(TEXTS)
    column = sketches[:, 0]
    near = HammingTable(column, 0).query(column.astype(">u8"))
    assert set(zip(near.query.tolist(), near.code.tolist())) >= {(number, number) for number in range(len(TEXTS))}


@pytest.mark.parametrize("codes", [numpy.array([1, 2]), numpy.zeros((2, 2), dtype=numpy.uint64), [1.5]])
def test_an_array_of_another_kind_is_refused(codes: object) -> None:
    with pytest.raises(TypeError, match="codes: this is an array of"):
        HammingTable(codes, 3)  # type: ignore[arg-type]
