import { createCipheriv, randomBytes } from 'node:crypto'
import type { Answer, World } from '../open-world.ts'

export interface SoftwareCard {
  readonly external_id: string
  readonly uid: string
  readonly k1: string
  readonly k2: string
}

export const newUid = (): string => `04${randomBytes(6).toString('hex')}`

/** Taps the card for the nth time; returns the offer of the service. */
export async function scanCard(world: World, card: SoftwareCard, n: number): Promise<Answer['body']> {
  return (await world.call('GET', tapPath(card, n))).body
}

/** The path that a tap opens. */
export function tapPath(card: SoftwareCard, n: number): string {
  const { p, c } = tapOf(card, n)
  return `/boltcards/scan/${card.external_id}?p=${p}&c=${c}`
}

/** The terminal requests the payment, with the PIN of the customer if it has asked for it. */
export const claimTap = async (world: World, k1: string, pr: string, pin?: string): Promise<Answer['body']> =>
  (await world.call('GET', `/boltcards/lnurl/${k1}/cb?k1=${k1}&pr=${pr}${pin === undefined ? '' : `&pin=${pin}`}`)).body

/** Both, for that much. */
export async function takeFromCard(world: World, card: SoftwareCard, n: number, sat: number): Promise<Answer['body']> {
  const { k1 } = await scanCard(world, card, n)
  return claimTap(world, String(k1), (await world.foreignInvoice(sat * 1000)).bolt11)
}

/** An NTAG 424 DNA in software: what it appends to its address when it is tapped for the nth time (AN12196). */
function tapOf({ k1, k2, uid }: SoftwareCard, n: number) {
  const counter = Buffer.from([n & 0xff, (n >> 8) & 0xff, (n >> 16) & 0xff])
  const said = Buffer.concat([Buffer.from(uid, 'hex'), counter])
  const plain = Buffer.concat([Buffer.from([0xc7]), said, Buffer.from('a1b2c3d4e5', 'hex')])
  const session = cmac(Buffer.from(k2, 'hex'), Buffer.concat([Buffer.from('3cc300010080', 'hex'), said]))
  const mac = cmac(session, Buffer.alloc(0)).filter((_byte, index) => index % 2 === 1)
  return { p: aes(Buffer.from(k1, 'hex'), plain).toString('hex'), c: Buffer.from(mac).toString('hex') }
}

const aes = (key: Buffer, block: Buffer): Buffer => {
  const cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(block), cipher.final()])
}

/** RFC 4493, for what fits into one block. */
function cmac(key: Buffer, message: Buffer): Buffer {
  const first = doubled(aes(key, Buffer.alloc(16)))
  const isWhole = message.length === 16
  const mask = isWhole ? first : doubled(first)
  const block = isWhole ? message : Buffer.concat([message, Buffer.from([0x80]), Buffer.alloc(15 - message.length)])
  return aes(key, xor(block, mask))
}

const xor = (one: Buffer, other: Buffer): Buffer => Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)))

/** In GF(2^128). */
function doubled(block: Buffer): Buffer {
  const number = BigInt(`0x${block.toString('hex')}`) << 1n
  const reduced = number >> 128n === 1n ? (number ^ 0x87n) & ((1n << 128n) - 1n) : number
  return Buffer.from(reduced.toString(16).padStart(32, '0'), 'hex')
}
