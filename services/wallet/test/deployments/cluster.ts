import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../campaigns/eventually.ts'
import { type ClusterNode, createNode, openNetwork, PASSWORD, PATRONI_FILE } from './cluster-node.ts'

/** Three machines with PostgreSQL under Patroni and etcd, and PgBouncer on each. */
export interface Cluster {
  /** URL of the service's database, through the three PgBouncers. */
  readonly url: string
  /** The primary, as the other machines see it. */
  leader(): Promise<ClusterNode>
  /** How often a primary was promoted. */
  promotions(): Promise<number>
  /** Resolves when there is a primary and both standbys stream from it, one of them synchronously. */
  whole(): Promise<void>
  switchOver(): Promise<void>
  close(): void
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  /** Higher after each promotion; absent while it does not answer. */
  readonly timeline?: number
}

const WHOLE_MS = 120_000
const ASK_MS = 2000

export async function openCluster(): Promise<Cluster> {
  const network = openNetwork()
  const folder = mkdtempSync(join(tmpdir(), 'satchel-machines-'))
  chmodSync(folder, 0o755)
  const nodes = [1, 2, 3].map((number) => createNode(network, number, join(folder, `db${number}`)))
  for (const node of nodes) node.start()
  const close = (): void => {
    for (const node of nodes) node.remove()
    network.close()
    rmSync(folder, { recursive: true, force: true })
  }
  /** The answer with the highest timeline: a machine that was cut off still reports the old primary. */
  const members = async (): Promise<readonly Member[]> => {
    const answers = await Promise.all(nodes.map(({ address }) => membersAt(address).catch(() => [])))
    return answers.sort((a, b) => leadersTimeline(b) - leadersTimeline(a))[0] ?? []
  }
  const leader = async (): Promise<ClusterNode> =>
    await eventually(
      'a machine leads',
      async () => {
        const found = (await members()).find(({ role, state }) => role === 'leader' && state === 'running')
        return nodes.find(({ name }) => name === found?.name)
      },
      WHOLE_MS,
    )
  const whole = async (): Promise<void> => {
    const isWhole = async (): Promise<boolean> => {
      const all = await members()
      const count = (is: (member: Member) => boolean): number => all.filter(is).length
      const timeline = leadersTimeline(all)
      return (
        count(({ role }) => role === 'leader') === 1 &&
        count(({ role }) => role === 'sync_standby') === 1 &&
        count((member) => AT_WORK.includes(member.state) && member.timeline === timeline) === nodes.length
      )
    }
    await eventually('all three machines are at work', isWhole, WHOLE_MS).catch((error: Error) => {
      throw new Error(`${error.message}\n${nodes.map((node) => `${node.name}:\n${node.said()}`).join('\n')}`)
    })
  }
  try {
    await whole()
    await createServiceDatabase(await leader())
  } catch (error) {
    close()
    throw error
  }
  return {
    url: `postgres://satchel:${PASSWORD}@${nodes.map(({ address }) => `${address}:6432`).join(',')}/satchel?target_session_attrs=read-write`,
    leader,
    promotions: async () => leadersTimeline(await members()),
    whole,
    async switchOver() {
      const { name, run } = await leader()
      await run('patronictl', [
        '-c',
        join(folder, name, PATRONI_FILE),
        'switchover',
        '--master',
        name,
        '--force',
        'satchel',
      ])
    },
    close,
  }
}

const AT_WORK = ['running', 'streaming']

const leadersTimeline = (members: readonly Member[]): number =>
  members.find(({ role, state }) => role === 'leader' && state === 'running')?.timeline ?? 0

async function membersAt(address: string): Promise<readonly Member[]> {
  const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(ASK_MS) })
  return ((await answer.json()) as { members: readonly Member[] }).members
}

/** As docs/guide/high-availability.md says. */
async function createServiceDatabase({ run }: ClusterNode): Promise<void> {
  for (const sql of [`CREATE ROLE satchel LOGIN PASSWORD '${PASSWORD}'`, 'CREATE DATABASE satchel OWNER satchel']) {
    await run('psql', ['-h', '127.0.0.1', '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-c', sql], {
      PGPASSWORD: PASSWORD,
    })
  }
}
