/** `an invoice`, `a till`: for the nouns of extensions in the manual. By sound, as far as the spelling shows it. */
export const withArticle = (noun: string): string => `${startsWithVowelSound(noun) ? 'an' : 'a'} ${noun}`

/** Initials such as LNURL and NFC are spelt out: "an L", "a U". */
const startsWithVowelSound = (noun: string): boolean =>
  /^[A-Z]{2}/.test(noun)
    ? /^[AEFHILMNORSX]/.test(noun)
    : /^(?:[aeiou]|hour|honou?r|heir)/i.test(noun) && !YOU_OR_WON.test(noun)

/** A vowel letter that sounds like the "y" of "you" or the "w" of "won". */
const YOU_OR_WON = /^(?:eu|uni(?!n|m)|us[aeu]|uti|one\b|once\b)/i
