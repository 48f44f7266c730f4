import { createSocket, type RemoteInfo } from 'node:dgram'
import { isIP } from 'node:net'
import { onTestFinished } from 'vitest'

export interface LoopbackDns {
  /** `ip:port`, as a resolver setting takes it. */
  readonly address: string
  /** Every question so far, such as `A hook.test`. */
  readonly questions: string[]
}

/** The addresses of a name when a question about it comes for the `nth` time (from 0); `undefined` = no such name. */
export type Zone = (name: string, nth: number) => readonly string[] | undefined

const TYPES = new Map([
  [1, { name: 'A', family: 4, bytes: v4Bytes }],
  [28, { name: 'AAAA', family: 6, bytes: v6Bytes }],
])

/** For tests: a real DNS server on loopback that ends with the test. `undefined` instead of a zone = it never answers. */
export async function openLoopbackDns(zone: Zone | undefined): Promise<LoopbackDns> {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    const { name, type, end } = readQuestion(message)
    const question = `${TYPES.get(type)?.name ?? type} ${name}`
    const nth = questions.filter((earlier) => earlier === question).length
    questions.push(question)
    if (zone !== undefined)
      socket.send(answerTo(message.subarray(0, end), type, zone(name, nth)), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => socket.close(() => resolve())))
  return { address: `127.0.0.1:${socket.address().port}`, questions }
}

/** Header of 12 bytes, then labels with their lengths, a zero, the type and the class. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

function answerTo(question: Buffer, type: number, addresses: readonly string[] | undefined): Buffer {
  const kind = TYPES.get(type)
  const fitting = (addresses ?? []).filter((address) => isIP(address) === kind?.family)
  const answer = Buffer.from(question)
  answer.writeUInt16BE(addresses === undefined ? 0x8183 : 0x8180, 2) // answer, with "no such name" or without error
  answer.writeUInt16BE(fitting.length, 6)
  answer.writeUInt16BE(0, 8)
  answer.writeUInt16BE(0, 10)
  const records = fitting.map((address) => {
    const bytes = kind?.bytes(address) ?? []
    // The name by pointer to the question, type, class IN, time to live 0, length.
    return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes])
  })
  return Buffer.concat([answer, ...records])
}

function v4Bytes(address: string): readonly number[] {
  return address.split('.').map(Number)
}

/** Reads `::` and hexadecimal groups; mapped addresses are written in hexadecimal too. */
function v6Bytes(address: string): readonly number[] {
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))
  const zeros = new Array<number>(8 - groups(head).length - groups(tail).length).fill(0)
  return [...groups(head), ...zeros, ...groups(tail)].flatMap((group) => [group >> 8, group & 0xff])
}
