import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Server {
  readonly url: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly objects: Map<string, Buffer>
  /** Uploads in parts that were neither completed nor aborted, by id. */
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>
  /** Method and URL of each request, in order. */
  readonly requests: readonly string[]
  /** Called before each answer; may return an error status, cut the connection, or give no answer. */
  misbehave: (request: { readonly method: string; readonly url: URL }) => 'cut' | 'hang' | number | undefined
  close(): Promise<void>
}

const ACCESS_KEY_ID = 'AKIATESTTESTTESTTEST'
const SECRET = 'a/secret+of/the+test/server'
const BUCKET = 'backups'
const REGION = 'eu-test-1'
/** Objects of one page of a list. */
const PAGE = 2
const CLOCK_SKEW_MS = 900_000

/**
 * A server of the S3 protocol on loopback, with one bucket in memory. It checks the signature of every request as AWS
 * describes it (Signature Version 4), by code of its own.
 */
export async function openS3Server(): Promise<S3Server> {
  const requests: string[] = []
  const server: Omit<S3Server, 'url' | 'close'> = {
    bucket: BUCKET,
    accessKeyId: ACCESS_KEY_ID,
    secretAccessKey: SECRET,
    objects: new Map(),
    uploads: new Map(),
    requests,
    misbehave: () => undefined,
  }
  const listener = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
      requests.push(`${request.method} ${url.pathname}${url.search}`)
      const fault = opened.misbehave({ method: request.method ?? '', url })
      if (fault === 'hang') return
      if (fault === 'cut') {
        request.once('data', () => request.socket.destroy())
        if (request.method !== 'PUT') request.socket.destroy()
        return
      }
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = Buffer.concat(chunks)
      if (fault !== undefined) return answerError(response, fault, 'InternalError')
      const wrong = findWrongSignature(request, url, body)
      if (wrong !== undefined) return answerError(response, 403, wrong)
      answer(opened, { method: request.method ?? '', url, body }, response)
    })().catch(() => request.socket.destroy())
  })
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve)
  })
  const { port } = listener.address() as AddressInfo
  const opened: S3Server = Object.assign(server, {
    url: `http://127.0.0.1:${port}`,
    async close() {
      listener.closeAllConnections()
      await new Promise((resolve) => listener.close(resolve))
    },
  })
  return opened
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
/** Percent-encodes as RFC 3986 does. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** The error code; undefined if the request is signed with the secret. */
function findWrongSignature(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d{8})\/([\w-]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header('authorization'),
    )
  if (parsed === null) return 'AccessDenied'
  const [, id, scope = '', day = '', region = '', names = '', signature = ''] = parsed
  if (id !== ACCESS_KEY_ID || region !== REGION) return 'InvalidAccessKeyId'
  const date = header('x-amz-date')
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!date.startsWith(day) || !(Math.abs(Date.now() - at) < CLOCK_SKEW_MS)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  const demanded = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (!demanded.every((name) => signed.includes(name))) return 'AccessDenied'
  if (header('x-amz-content-sha256') !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const canonical = [
    request.method,
    path,
    query,
    ...signed.map((name) => `${name}:${header(name).trim().replace(/\s+/g, ' ')}`),
    '',
    names,
    sha256(body),
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (last, text) => hmac(last, text),
    `AWS4${SECRET}`,
  )
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch'
}

interface Asked {
  readonly method: string
  readonly url: URL
  readonly body: Buffer
}

function answer(server: S3Server, asked: Asked, response: ServerResponse): void {
  const [, bucket, ...rest] = decodeURIComponent(asked.url.pathname).split('/')
  const key = rest.join('/')
  if (bucket !== BUCKET) return answerError(response, 404, 'NoSuchBucket')
  if (key === '') return answerBucket(server, asked.url.searchParams, response)
  if (asked.url.searchParams.has('uploads') || asked.url.searchParams.has('uploadId')) {
    return answerUpload(server, key, asked, response)
  }
  answerObject(server, key, asked, response)
}

function answerObject({ objects }: S3Server, key: string, { method, body }: Asked, response: ServerResponse): void {
  if (method === 'PUT') {
    objects.set(key, body)
    return void response.setHeader('ETag', etagOf(body)).end()
  }
  if (method === 'DELETE') {
    objects.delete(key)
    return void response.writeHead(204).end()
  }
  const found = objects.get(key)
  if (found === undefined) return answerError(response, 404, 'NoSuchKey')
  response.setHeader('Content-Length', found.length)
  if (method === 'HEAD') return void response.end()
  response.end(found)
}

function answerUpload(
  { objects, uploads }: S3Server,
  key: string,
  { method, url, body }: Asked,
  response: ServerResponse,
) {
  if (url.searchParams.has('uploads')) {
    const id = randomUUID()
    uploads.set(id, { key, parts: new Map() })
    return answerXml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }
  const id = url.searchParams.get('uploadId') ?? ''
  const upload = uploads.get(id)
  if (upload?.key !== key) return answerError(response, 404, 'NoSuchUpload')
  if (method === 'PUT') {
    upload.parts.set(Number(url.searchParams.get('partNumber')), body)
    return void response.setHeader('ETag', etagOf(body)).end()
  }
  if (method === 'DELETE') {
    uploads.delete(id)
    return void response.writeHead(204).end()
  }
  const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]*)<\/ETag>/g)]
  const parts = named.map(([, number, etag]) => {
    const part = upload.parts.get(Number(number))
    return part !== undefined && etagOf(part).replaceAll('"', '') === etag?.replaceAll(/"|&quot;/g, '')
      ? part
      : undefined
  })
  const whole = parts.flatMap((part) => (part === undefined ? [] : [part]))
  if (whole.length === 0 || whole.length !== parts.length) {
    // With status 200, as AWS reports errors that it finds late.
    return answerXml(response, '<Error><Code>InvalidPart</Code><Message>a part is missing</Message></Error>')
  }
  objects.set(key, Buffer.concat(whole))
  uploads.delete(id)
  answerXml(response, '<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>')
}

function answerBucket({ objects, uploads }: S3Server, query: URLSearchParams, response: ServerResponse): void {
  const prefix = query.get('prefix') ?? ''
  if (query.has('uploads')) {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(prefix))
    const rows = found.map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
    return answerXml(response, `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`)
  }
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const rows = keys.slice(from, from + PAGE).map((key) => {
    const escaped = key.replaceAll('&', '&amp;')
    return `<Contents><Key>${escaped}</Key><Size>${objects.get(key)?.length}</Size></Contents>`
  })
  const next = from + PAGE < keys.length
  const more = next ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
  answerXml(response, `<ListBucketResult><IsTruncated>${next}</IsTruncated>${more}${rows.join('')}</ListBucketResult>`)
}

const etagOf = (content: Buffer): string => `"${createHash('md5').update(content).digest('hex')}"`

const answerXml = (response: ServerResponse, xml: string): void =>
  void response.setHeader('Content-Type', 'application/xml').end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)

function answerError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>${code} of the test server</Message></Error>`)
}
