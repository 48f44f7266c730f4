/** Why a card of this service does not pay. Tills of this service recognize these sentences, and translate them. */
export const CARD_REASONS = {
  off: 'This card is switched off.',
  used: 'This tap has been used already: tap the card again.',
  old: 'This tap is too old: tap the card again.',
  spent: 'This card has reached its limit for today.',
  pinMissing: 'This payment needs the PIN of the card.',
  pinWrong: 'Wrong PIN.',
  pinWrongTwice: 'Wrong PIN. One more wrong PIN switches the card off.',
  pinWrongThrice: 'Wrong PIN for the third time: the card is switched off.',
} as const
