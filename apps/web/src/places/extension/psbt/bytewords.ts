/** The 256 words of BCR-2020-012; codes use their first and last letters. */
const WORDS =
  'able acid also apex aqua arch atom aunt away axis back bald barn belt beta bias blue body brag brew bulb buzz calm cash cats chef city claw code cola cook cost crux curl cusp cyan dark data days deli dice diet door down draw drop drum dull duty each easy echo edge epic even exam exit eyes fact fair fern figs film fish fizz flap flew flux foxy free frog fuel fund gala game gear gems gift girl glow good gray grim guru gush gyro half hang hard hawk heat help high hill holy hope horn huts iced idea idle inch inky into iris iron item jade jazz join jolt jowl judo jugs jump junk jury keep keno kept keys kick kiln king kite kiwi knob lamb lava lazy leaf legs liar limp lion list logo loud love luau luck lung main many math maze memo menu meow mild mint miss monk nail navy need news next noon note numb obey oboe omit onyx open oval owls paid part peck play plus poem pool pose puff puma purr quad quiz race ramp real redo rich road rock roof ruby ruin runs rust safe saga scar sets silk skew slot soap solo song stub surf swan taco task taxi tent tied time tiny toil tomb toys trip tuna twin ugly undo unit urge user vast very veto vial vibe view visa void vows wall wand warm wasp wave waxy webs what when whiz wolf work yank yawn yell yoga yurt zaps zero zest zinc zone zoom'

const PAIRS = WORDS.split(' ').map((word) => `${word.at(0)}${word.at(-1)}`)
const BYTES = new Map(PAIRS.map((pair, byte) => [pair, byte]))
const CHECKSUM_BYTES = 4

/** Encodes bytes and their checksum, two letters each. */
export function toBytewords(bytes: Uint8Array): string {
  const sum = new Uint8Array(CHECKSUM_BYTES)
  new DataView(sum.buffer).setUint32(0, crc32(bytes))
  return [...bytes, ...sum].map((byte) => PAIRS[byte]).join('')
}

/** Undefined: not bytewords, or damaged. */
export function fromBytewords(text: string): Uint8Array | undefined {
  const found = (text.match(/../g) ?? []).map((pair) => BYTES.get(pair))
  const all = found.filter((byte) => byte !== undefined)
  if (text.length % 2 === 1 || all.length !== found.length || all.length < CHECKSUM_BYTES) return undefined
  const bytes = Uint8Array.from(all.slice(0, -CHECKSUM_BYTES))
  const sum = new DataView(Uint8Array.from(all.slice(-CHECKSUM_BYTES)).buffer).getUint32(0)
  return crc32(bytes) === sum ? bytes : undefined
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0xed_b8_83_20 : rest >>> 1
  return rest
})

/** CRC-32 of ISO 3309. */
export function crc32(bytes: Uint8Array): number {
  let rest = 0xff_ff_ff_ff
  for (const byte of bytes) rest = (TABLE[(rest ^ byte) & 0xff] ?? 0) ^ (rest >>> 8)
  return (rest ^ 0xff_ff_ff_ff) >>> 0
}
