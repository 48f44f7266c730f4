import type { Environment, Reader } from '../config/environment.ts'

/** The node that ships with the product; it moves no money. */
export interface SimulatedConfig {
  readonly kind: 'simulated'
  readonly journalFile: string
  readonly control: { readonly host: string; readonly port: number } | undefined
}

export function readSimulated(
  read: Reader,
  { env, dataFolder, problems }: { env: Environment; dataFolder: string; problems: string[] },
): SimulatedConfig {
  const address = read.optional('SERVICE_SIM_CONTROL')
  const match = address === undefined ? undefined : /^(.+):(\d{1,5})$/.exec(address)
  if (address !== undefined && (!isPort(Number(match?.[2])) || !LOOPBACK.test(match?.[1] ?? ''))) {
    problems.push('SERVICE_SIM_CONTROL: must be host:port on a loopback address')
  }
  if (address !== undefined && env['NODE_ENV'] === 'production') {
    problems.push('SERVICE_SIM_CONTROL: is refused when NODE_ENV is production')
  }
  return {
    kind: 'simulated',
    journalFile: read.text('SERVICE_SIM_JOURNAL', `${dataFolder}/simulated-node.journal`),
    control: match ? { host: match[1] ?? '', port: Number(match[2]) } : undefined,
  }
}

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1|\[::1\]|localhost)$/
const isPort = (port: number): boolean => port >= 1 && port <= 65_535
