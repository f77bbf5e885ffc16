"""The text alignment of Sanchez-Perez, Sidorov and Gelbukh (2014), the winner of PAN 2014, from its paper: what `compare --reach reworded` is held beside.

Its numbers are the paper's: seeds of a cosine and a Dice coefficient of .33; gaps of up to 4 sentences, 24 where what is found is a summary, a third as long as what it is of; passages
that are .34 alike as wholes, or with smaller gaps; no passage below 150 characters; of those that overlap the better one; and passages of 256
characters or more that are equal word for word alone, where there are such.

    detect(suspicious, source) -> [((start, end), (start, end))], in characters

Sentences end at stops and blank lines; those of fewer than three words go with the next. Words are stemmed by snowballstemmer (PyPI), if it is there.
"""
import collections, math, re

try:
    import snowballstemmer
except ImportError:
    snowballstemmer = None

COSINE, DICE, WHOLE = 0.33, 0.33, 0.34
GAP, GAP_OF_SUMMARY, LEAST_GAP = 4, 24, 2
SHORTEST, VERBATIM, FEWEST_WORDS = 150, 256, 3
SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?]+|\n+|$)|[.!?\n]+")
WORD = re.compile(r"[^\W_]+")


def detect(suspicious, source):
    sides = [sentences(suspicious), sentences(source)]
    if not all(sides):
        return []
    counts = [[collections.Counter(stems(text[start:end])) for start, end in side] for text, side in zip((suspicious, source), sides)]
    # The inverse frequency of a term over the sentences of both.
    of_sentences = collections.Counter(term for side in counts for sentence in side for term in sentence)
    total = sum(map(len, counts))
    vectors = [[{term: count * math.log(total / of_sentences[term]) for term, count in sentence.items()} for sentence in side] for side in counts]
    seeds = seeds_of(*vectors)
    if equal := verbatim(suspicious, source):
        return equal
    found = aligned(seeds, vectors, sides, GAP)
    if found and sum(a[1] - a[0] for a, _ in found) * 3 < sum(b[1] - b[0] for _, b in found):
        found = aligned(seeds, vectors, sides, GAP_OF_SUMMARY)
    return found


def sentences(text):
    """The places of sentences, none of fewer than three words but the last."""
    found, start = [], None
    for match in SENTENCE.finditer(text):
        start = match.start() if start is None else start
        if len(WORD.findall(text, start, match.end())) >= FEWEST_WORDS:
            found.append((start, match.end()))
            start = None
    if start is not None and WORD.search(text, start):
        found.append((start, len(text)))
    return found


def stems(text):
    words = [word.lower() for word in WORD.findall(text)]
    return STEMMER.stemWords(words) if STEMMER else words


STEMMER = snowballstemmer and snowballstemmer.stemmer("english")


def seeds_of(first, second):
    """Pairs of sentences that are alike by both measures."""
    postings = collections.defaultdict(list)
    for at, vector in enumerate(second):
        for term in vector:
            postings[term].append(at)
    norms = [norm(vector) for vector in second]
    seeds = []
    for a, vector in enumerate(first):
        products, shared = collections.Counter(), collections.Counter()
        for term, weight in vector.items():
            for b in postings[term]:
                products[b] += weight * second[b][term]
                shared[b] += 1
        own = norm(vector)
        for b, product in products.items():
            if own * norms[b] and product / (own * norms[b]) > COSINE and 2 * shared[b] / (len(vector) + len(second[b])) > DICE:
                seeds.append((a, b))
    return seeds


def norm(vector):
    return math.sqrt(sum(weight * weight for weight in vector.values()))


def aligned(seeds, vectors, sides, gap):
    """Passages from seeds: those near one another on both sides together, without short ones and the worse of those that overlap."""
    placed = []
    for (a, b), alike in extended(seeds, vectors, gap, LEAST_GAP):
        places = tuple((side[first][0], side[last][1]) for side, (first, last) in zip(sides, (a, b)))
        if min(end - start for start, end in places) >= SHORTEST:
            placed.append((alike, places))
    kept = []
    for alike, places in sorted(placed, reverse=True):
        if all(places[0][1] <= other[0][0] or other[0][1] <= places[0][0] for other in kept):
            kept.append(places)
    return sorted(kept)


def extended(seeds, vectors, gap, least):
    """Clusters of seeds with no gap above `gap` on either side that are alike as wholes; others again with a smaller gap."""
    for cluster in clusters(seeds, gap, 0):
        spans = tuple((min(seed[side] for seed in cluster), max(seed[side] for seed in cluster)) for side in (0, 1))
        alike = cosine(*(summed(vectors[side][first:last + 1]) for side, (first, last) in enumerate(spans)))
        if alike >= WHOLE:
            yield spans, alike
        elif gap > least:
            yield from extended(cluster, vectors, gap - 1, least)


def clusters(seeds, gap, side, unsplit=0):
    """Seeds cut at gaps on one side and the other in turn, until neither has any."""
    ordered, parts = sorted(seeds, key=lambda seed: seed[side]), []
    for seed in ordered:
        if parts and seed[side] - parts[-1][-1][side] <= gap + 1:
            parts[-1].append(seed)
        else:
            parts.append([seed])
    if len(parts) == 1 and unsplit == 1:
        return parts
    return [found for part in parts for found in clusters(part, gap, 1 - side, 1 if len(parts) == 1 else 0)]


def summed(vectors):
    total = collections.Counter()
    for vector in vectors:
        total.update(vector)
    return total


def cosine(a, b):
    product = sum(weight * b[term] for term, weight in a.items() if term in b)
    return product / (norm(a) * norm(b)) if product else 0.0


def verbatim(suspicious, source):
    """Runs of equal words of 256 characters or more."""
    words = [[(match.start(), match.end(), match[0].lower()) for match in WORD.finditer(text)] for text in (suspicious, source)]
    found = []
    following = collections.defaultdict(list)
    tokens = [[word for *_, word in side] for side in words]
    for at in range(len(tokens[1]) - 4):
        following[tuple(tokens[1][at:at + 5])].append(at)
    at = 0
    while at < len(tokens[0]) - 4:
        best = (0, 0)
        for other in following.get(tuple(tokens[0][at:at + 5]), ())[:50]:
            length = 5
            while at + length < len(tokens[0]) and other + length < len(tokens[1]) and tokens[0][at + length] == tokens[1][other + length]:
                length += 1
            best = max(best, (length, other))
        length, other = best
        if length and words[0][at + length - 1][1] - words[0][at][0] >= VERBATIM:
            found.append(((words[0][at][0], words[0][at + length - 1][1]), (words[1][other][0], words[1][other + length - 1][1])))
        at += max(1, length)
    return found
