import { readFileSync } from 'node:fs'
import type { Reader } from '../../config/environment.ts'
import { readCertificate, readNodeUrl, type SecretRules } from '../../config/node-endpoint.ts'
import type { Secret, Setting } from '../../config/setting.ts'

/** LDK Server over gRPC. */
export interface LdkServerConfig {
  readonly kind: 'ldk-server'
  readonly url: string
  /** PEM; without a value one that the system trusts. */
  readonly certificate: Setting
  /** 64 hex characters: LDK Server signs with the text, not with the bytes of its file. */
  readonly apiKey: Secret
}

export const KEY = 'LDK_SERVER_API_KEY'
export const ENDPOINT = 'LDK_SERVER_ENDPOINT'
const KEY_BYTES = 32

export function readLdkServer(read: Reader, rules: SecretRules): LdkServerConfig {
  const { problems } = rules
  const url = readNodeUrl(read, ENDPOINT, { problems, fallback: 'https://127.0.0.1:3536', tlsOnly: 'LDK Server' })
  return {
    kind: 'ldk-server',
    url,
    certificate: readCertificate(read, 'LDK_SERVER_CERT', rules),
    apiKey: readApiKey(read, rules),
  }
}

function readApiKey(read: Reader, { problems, inlineOnly }: SecretRules): Secret {
  const value = read.optional(KEY)
  if (value === undefined) {
    problems.push(`${KEY}: must be set for this SERVICE_FUNDING_SOURCE`)
    return { variable: KEY, value: '' }
  }
  if (/^[0-9a-f]{64}$/i.test(value)) return { variable: KEY, value: value.toLowerCase() }
  const file = inlineOnly === true ? undefined : readKeyFile(value)
  if (file === undefined) problems.push(`${KEY}: must be the key in hex, or the path of LDK Server's \`api_key\``)
  return { variable: KEY, value: file ?? '', file: value }
}

export function readKeyFile(path: string): string | undefined {
  try {
    const bytes = readFileSync(path)
    return bytes.length === KEY_BYTES ? bytes.toString('hex') : undefined
  } catch {
    return undefined
  }
}
