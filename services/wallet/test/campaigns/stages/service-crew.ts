import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ServiceProcess, type StartOptions, startService } from './service-process.ts'

/** Service processes on one database, with a data folder that they share; for one test. */
export interface ServiceCrew {
  all(): readonly ServiceProcess[]
  first(): ServiceProcess
  start(count: number, options?: Partial<StartOptions>): Promise<void>
  kill(): Promise<void>
}

/** `usual`: the default options of each start. */
export function createCrew(url: string, usual: Partial<StartOptions> = {}): ServiceCrew {
  const folder = mkdtempSync(join(tmpdir(), 'satchel-wallet-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let services: ServiceProcess[] = []
  const kill = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.kill()))
    services = []
  }
  onTestFinished(kill)
  return {
    all: () => services,
    first: () => services[0] as ServiceProcess,
    async start(count, options = {}) {
      for (let index = 0; index < count; index += 1) {
        services.push(await startService({ place: { url, folder }, ...usual, ...options }))
      }
    },
    kill,
  }
}
