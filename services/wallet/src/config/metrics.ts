import { secret, whole } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'

/** Who may read `/metrics`, and at which port. */
export type MetricsConfig = ReturnType<typeof readMetrics>

const MIN_TOKEN_BYTES = 16

export const METRICS = {
  token: secret('SERVICE_METRICS_TOKEN', 'Bearer token that `/metrics` demands; at least 16 characters.', {
    varies: 'none: anyone may read',
  }),
  port: whole('SERVICE_METRICS_PORT', [0, 0, 65_535], 'Port of its own for `/metrics`; 0 = the port of the service.'),
}

export function readMetrics(read: Reader, problems: string[]) {
  const token = read(METRICS.token)
  if (token !== undefined && (Buffer.byteLength(token) < MIN_TOKEN_BYTES || !/^[\x21-\x7e]+$/.test(token))) {
    problems.push(`SERVICE_METRICS_TOKEN: must have at least ${MIN_TOKEN_BYTES} characters, without spaces`)
  }
  const port = read(METRICS.port)
  return { token, port: port === 0 ? undefined : port }
}
