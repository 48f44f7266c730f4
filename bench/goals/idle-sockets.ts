import { setTimeout as pause } from 'node:timers/promises'
import { residentMb } from '@satchel/sandbox/world/resident-mb'
import { type Contender, untilBooksAreChecked } from '../mix/measure-turn.ts'
import { cpuOfProcesses } from '../mix/process-cpu.ts'
import { holdSockets } from '../../services/wallet/world/servers/hold-sockets.ts'
import { startWalletServer, stopWalletServer } from '../wallet/wallet-server.ts'

export interface IdleFigures {
  /** Beyond what the process needs without them. */
  readonly megabytes: number
  /** Of one core, of the process with all that it does at rest. */
  readonly share: number
  /** The same without them, just after the start. */
  readonly shareWithout: number
}

/** Two rounds of pings. */
const SECONDS = 60
const SETTLING_MS = 5000

/** What open WebSockets cost on which nothing happens. */
export async function measureIdleSockets({ place, unused }: Contender, count: number): Promise<IdleFigures> {
  const server = await startWalletServer(place)
  const measure = async () => {
    await pause(SETTLING_MS)
    const before = cpuOfProcesses([server.pid])
    await pause(SECONDS * 1000)
    return {
      share: (cpuOfProcesses([server.pid]) - before) / (SECONDS * 1_000_000),
      megabytes: residentMb([server.pid]),
    }
  }
  try {
    await untilBooksAreChecked(server.port)
    const without = await measure()
    const held = await holdSockets({ ports: [server.port], count, keys: unused.map(({ inkey }) => inkey) })
    const beside = await measure()
    await held.close()
    return {
      megabytes: beside.megabytes - without.megabytes,
      share: beside.share,
      shareWithout: without.share,
    }
  } finally {
    await stopWalletServer(server)
  }
}
