import type { TracerOptions } from './open-tracer.ts'
import type { Tracer } from './tracer.ts'

/** The libraries are loaded only where something is traced. */
export async function openTracing(options: TracerOptions | undefined): Promise<Tracer | undefined> {
  if (options === undefined) return undefined
  const { openTracer } = await import('./open-tracer.ts')
  return openTracer(options)
}
