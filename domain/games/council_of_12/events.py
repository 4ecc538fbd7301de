"""Events of a match.

THE TAGS AND FIELD NAMES ARE THE STORAGE FORMAT. Never rename, remove or retype one: stored matches contain them.
Give a changed event a new `REVISION` and an upcaster instead.

`reached` says for each objective whether the die has shown one of its faces in this turn.
"""

from domain.games.council_of_12.events_end import (
    BellsBarred,
    CardDismissed,
    CardPut,
    CardRecruited,
    CardsTakenBack,
    CharacterDeclined,
    CharacterJoined,
    ClaimOpened,
    ClaimsRevealed,
    CouncilLost,
    CouncilWon,
    Demand,
    DieMoved,
    DilemmaFailed,
    DilemmaResolved,
    FavorGained,
    FavorLost,
    FirstTurnMet,
    JoiningOffered,
    Loss,
    PetitionerLeft,
    PriceAsked,
    RemarkMade,
    RewardKept,
    RewardsForfeited,
    SovereignAsked,
    SovereignVoted,
    ThroneLeftVacant,
    ThroneTaken,
    TurnEnded,
)
from domain.games.council_of_12.events_play import (
    BellsFreed,
    CardRevealed,
    CardsCancelled,
    CardWasted,
    DieRerolled,
    DieTurned,
    DilemmaForfeited,
    EffectAwaited,
    ObjectiveReplaced,
    PenaltySpared,
    PetitionerAdmitted,
    RevealOpened,
    RewardsKept,
    RewardsOffered,
    RewardUsed,
    SecondAwaited,
    SecondPlayed,
)
from domain.games.council_of_12.events_turn import (
    BellsRung,
    BellVoted,
    CardChosen,
    CardLaidOpen,
    ChoiceOpened,
    DieRolled,
    DilemmasShuffled,
    DilemmaTurnedUp,
    FavorPlaced,
    HandRedrawn,
    PetitionerRevealed,
    PetitionersShown,
    PetitionersShuffled,
    PetitionerTurnedUp,
    SeatPassed,
    TurnsAsked,
    TurnsVoted,
)

Event = (
    FavorPlaced
    | PetitionersShown
    | PetitionersShuffled
    | DilemmasShuffled
    | DieRolled
    | DilemmaTurnedUp
    | PetitionerTurnedUp
    | PetitionerRevealed
    | BellVoted
    | BellsRung
    | TurnsAsked
    | TurnsVoted
    | ChoiceOpened
    | HandRedrawn
    | SeatPassed
    | CardChosen
    | CardLaidOpen
    | RevealOpened
    | CardRevealed
    | CardsCancelled
    | EffectAwaited
    | DieTurned
    | ObjectiveReplaced
    | DieRerolled
    | SecondAwaited
    | SecondPlayed
    | DilemmaForfeited
    | CardWasted
    | RewardsOffered
    | RewardsKept
    | RewardUsed
    | PenaltySpared
    | BellsFreed
    | PetitionerAdmitted
    | FirstTurnMet
    | DilemmaResolved
    | DilemmaFailed
    | RewardKept
    | FavorGained
    | FavorLost
    | DieMoved
    | PriceAsked
    | CardPut
    | CardRecruited
    | CardDismissed
    | CardsTakenBack
    | PetitionerLeft
    | RewardsForfeited
    | BellsBarred
    | JoiningOffered
    | CharacterJoined
    | CharacterDeclined
    | TurnEnded
    | ClaimOpened
    | ClaimsRevealed
    | SovereignAsked
    | SovereignVoted
    | ThroneTaken
    | ThroneLeftVacant
    | CouncilWon
    | CouncilLost
    | RemarkMade
)
"""Any event of the game."""

__all__ = [
    "BellVoted",
    "BellsBarred",
    "BellsFreed",
    "BellsRung",
    "CardChosen",
    "CardDismissed",
    "CardLaidOpen",
    "CardPut",
    "CardRecruited",
    "CardRevealed",
    "CardWasted",
    "CardsCancelled",
    "CardsTakenBack",
    "CharacterDeclined",
    "CharacterJoined",
    "ChoiceOpened",
    "ClaimOpened",
    "ClaimsRevealed",
    "CouncilLost",
    "CouncilWon",
    "Demand",
    "DieMoved",
    "DieRerolled",
    "DieRolled",
    "DieTurned",
    "DilemmaFailed",
    "DilemmaForfeited",
    "DilemmaResolved",
    "DilemmaTurnedUp",
    "DilemmasShuffled",
    "EffectAwaited",
    "Event",
    "FavorGained",
    "FavorLost",
    "FavorPlaced",
    "FirstTurnMet",
    "HandRedrawn",
    "JoiningOffered",
    "Loss",
    "ObjectiveReplaced",
    "PenaltySpared",
    "PetitionerAdmitted",
    "PetitionerLeft",
    "PetitionerRevealed",
    "PetitionerTurnedUp",
    "PetitionersShown",
    "PetitionersShuffled",
    "PriceAsked",
    "RemarkMade",
    "RevealOpened",
    "RewardKept",
    "RewardUsed",
    "RewardsForfeited",
    "RewardsKept",
    "RewardsOffered",
    "SeatPassed",
    "SecondAwaited",
    "SecondPlayed",
    "SovereignAsked",
    "SovereignVoted",
    "ThroneLeftVacant",
    "ThroneTaken",
    "TurnEnded",
    "TurnsAsked",
    "TurnsVoted",
]
