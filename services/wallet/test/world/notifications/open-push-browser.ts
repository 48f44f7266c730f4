import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { openHttpServer } from '@satchel/outbound/world/loopback-server'

export interface PushMessage {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly path: string
}

/** For tests: a push service and a browser that subscribed there, which decrypts what arrives (RFC 8291). */
export async function openPushBrowser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const received: PushMessage[] = []
  const authorizations: string[] = []
  const answers: number[] = []
  const server = await openHttpServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      authorizations.push(request.headers.authorization ?? '')
      const status = answers.shift() ?? 201
      if (status === 201) received.push(decrypt(Buffer.concat(parts)))
      response.writeHead(status).end()
    })
  })
  const decrypt = (body: Buffer): PushMessage => {
    const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + (body[20] ?? 0))]
    const sealed = body.subarray(21 + (body[20] ?? 0))
    const derive = (secret: Buffer, with_: Buffer, info: Buffer, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, with_, info, bytes))
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs])
    const input = derive(ecdh.computeSecret(theirs), auth, info, 32)
    const key = derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(plain.subarray(0, -1).toString()) as PushMessage
  }
  const origin = `http://127.0.0.1:${server.port}`
  return {
    origin,
    received,
    authorizations,
    /** The number of requests, rejected ones included. */
    asked: () => server.hits.length,
    /** Statuses of the next answers, in order; then 201. */
    answerWith: (...statuses: number[]) => void answers.push(...statuses),
    subscription: {
      endpoint: `${origin}/push/secret-of-this-browser`,
      keys: { p256dh: ecdh.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    },
  }
}

/** The claims of a VAPID header, if `key` has signed them (RFC 8292). */
export function readVapid(header: string, key: string): Readonly<Record<string, unknown>> | undefined {
  const [, text = '', claims = '', signature = ''] = /^vapid t=([\w-]+\.([\w-]+))\.([\w-]+), k=/.exec(header) ?? []
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const good = verify(
    'sha256',
    Buffer.from(text),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return good ? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>) : undefined
}
