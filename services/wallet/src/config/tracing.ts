import { secret, text } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'

/** The collector that spans are sent to: the standard variables of OpenTelemetry. */
export type TracingConfig = NonNullable<ReturnType<typeof readTracing>>

export const TRACING = {
  endpoint: text(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OpenTelemetry collector that [traces](monitoring.md#traces) are sent to.',
    { varies: 'none: nothing is traced' },
  ),
  headers: secret('OTEL_EXPORTER_OTLP_HEADERS', 'Headers for the collector: `name=value,name=value`, percent-encoded.'),
  serviceName: text('OTEL_SERVICE_NAME', 'Name of the service in traces.', { default: 'satchel-wallet' }),
  ratio: text('OTEL_TRACES_SAMPLER_ARG', 'Share of the traces that are recorded, 0 to 1.', { default: '1' }),
}

/** Undefined = nothing is traced. */
export function readTracing(read: Reader, problems: string[]) {
  const endpoint = read(TRACING.endpoint)
  const headers = readHeaders(read(TRACING.headers), problems)
  const serviceName = read(TRACING.serviceName)
  const ratio = readRatio(read(TRACING.ratio), problems)
  if (endpoint === undefined) return undefined
  if (!/^https?:\/\/[^/?#]/.test(endpoint) || !URL.canParse(endpoint)) {
    problems.push(`OTEL_EXPORTER_OTLP_ENDPOINT: must be a URL, as http://127.0.0.1:4318, not "${endpoint}"`)
    return undefined
  }
  return { url: `${endpoint.replace(/\/+$/, '')}/v1/traces`, headers, serviceName, ratio }
}

/** `name=value,name=value`, percent-encoded. */
function readHeaders(text: string | undefined, problems: string[]): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.trim() !== '')
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? []
        if (name === undefined || value === undefined) throw new URIError('no pair')
        return [name, decodeURIComponent(value.trim())]
      }),
    )
  } catch {
    problems.push('OTEL_EXPORTER_OTLP_HEADERS: must be name=value pairs, separated by commas and percent-encoded')
    return {}
  }
}

function readRatio(text: string, problems: string[]): number {
  const ratio = /^(0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : Number.NaN
  if (ratio >= 0) return ratio
  problems.push(`OTEL_TRACES_SAMPLER_ARG: must be a share from 0 to 1, as 0.1, not "${text}"`)
  return 1
}
