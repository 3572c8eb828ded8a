import { hasUser } from './address.ts'

/** Where traces go, in the names that OpenTelemetry gave the settings. */
export interface TraceSettings {
  /** The collector's address for traces. */
  url: string
  headers: Record<string, string>
  serviceName: string
}

/** Reads `OTEL_…`; undefined without `OTEL_EXPORTER_OTLP_ENDPOINT`: nothing is traced. Faults are added to `faults`. */
export function readTraces(env: NodeJS.ProcessEnv, faults: string[]): TraceSettings | undefined {
  const endpoint = env['OTEL_EXPORTER_OTLP_ENDPOINT']?.trim()
  if (!endpoint) return undefined
  const url = URL.parse(endpoint)
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname || hasUser(url) || /[?#]/.test(endpoint))
    faults.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT is not a valid address: write it as http://localhost:4318, where the collector takes OTLP over HTTP.',
    )
  const protocol = env['OTEL_EXPORTER_OTLP_PROTOCOL']?.trim() || 'http/json'
  if (protocol !== 'http/json')
    faults.push(
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json: collectors take it on the port of http/protobuf, 4318.',
    )
  const headers = headersOf(env['OTEL_EXPORTER_OTLP_HEADERS'] ?? '')
  if (!headers)
    faults.push(
      'OTEL_EXPORTER_OTLP_HEADERS must be names and values, for example authorization=Bearer%20abc,x-team=agenda.',
    )
  return {
    // Many write the whole address, as that of traces alone is written.
    url: `${endpoint.replace(/(\/v1\/traces)?\/*$/, '')}/v1/traces`,
    headers: headers ?? {},
    serviceName: env['OTEL_SERVICE_NAME']?.trim() || 'enpunto',
  }
}

/** `name=value,name=value`, the values percent-encoded; undefined when it cannot be read. */
function headersOf(text: string): Record<string, string> | undefined {
  const headers = new Headers()
  try {
    for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
      const at = pair.indexOf('=')
      if (at < 1) return undefined
      headers.set(pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim()))
    }
  } catch {
    return undefined
  }
  return Object.fromEntries(headers)
}
