"""What a seat sees, as lines of text in the notation of positions (docs/notation.md)."""


def table(view):
    """The lines of a view, as far as it goes: it says that a card has been played this turn, but not how many, and calls a victory card that is
    out of the game by its first side. A mark does not say which ability it is of."""
    lines = [f"turn {view['turn']} {'start' if view['phase'] == 'start' else 'main'}{' played' * view['played']}", f"deck:{deck(view)}"]
    lines.append(f"discard:{cards(view['discard'])}")
    lines += [f"removed:{cards(view['removed'])}"] if view["removed"] else []
    ages = []
    for player in view["players"]:
        seat, hand = player["seat"], player["hand"]
        if player["eliminated"]:
            lines.append(f"{seat}: eliminated")
            continue
        lines.append(f"{seat} hand:" + (f" {hand['count']} cards" if hand["cards"] is None else cards(hand["cards"])))
        lines.append(f"{seat}:" + "".join(f" {building(there)}" for there in player["nation"]))
        lines += [f"{seat} has: {heaps(player['counters'])}"] if player["counters"] else []
        ages += [(there["older"], f"{seat}.{place}") for place, there in enumerate(player["nation"], 1) if there["older"] is not None]
    lines += [f"laws:{cards(view['laws'])}"] if view["laws"] else []
    lines += [f"pending:{cards(held['name'] for held in view['pending'])}"] if view["pending"] else []
    lines += [f"ages: {' '.join(at for _, at in sorted(ages))}"] if ages else []
    return "\n".join(lines) + "\n"


def deck(view):
    known = {card["above"]: card["card"] for card in view["known_in_deck"]}
    return cards(known.get(at, "?") for at in range(view["deck"])) if known else f" {view['deck']} cards"


def cards(names):
    return ",".join(f" {name}" for name in names)


def building(there):
    stack = ", ".join("^" * card["face_up"] + (card["card"] or "?") + carried(card) for card in there["stack"])
    return f"{there['name']}{carried(there)}{'*' * len(there['spent'])}[{stack}]"


def carried(there):
    return f"({heaps(there['counters'])})" if there["counters"] else ""


def heaps(counters):
    """Counters, and who has put them there where that is remembered."""
    return ", ".join(f"{heap['counter']} {heap['number']}" + (f" of {heap['by']}" if heap["by"] else "") for heap in counters)
