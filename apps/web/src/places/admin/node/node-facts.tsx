import { locale, t } from '../../../language/language.ts'
import { msatOf } from '../../../money/money.ts'
import { satText } from '../../../parts/amount.tsx'
import { CodeFact } from '../../../parts/code-fact.tsx'
import { Fact } from '../../../parts/facts.tsx'
import type { NodeSettings } from './node-settings.ts'
import { kindText } from './node-text.ts'

type Report = Omit<NodeSettings['in_use'], 'answers' | 'answered_at' | 'troubles'>

/** What the node reports about itself. */
export function NodeFacts({ node }: { readonly node: Report }) {
  const { alias, network, node_key: key, height, synced } = node
  return (
    <>
      {alias !== null && <Fact name={t('admin.node-name')}>{alias}</Fact>}
      <Fact name={t('admin.node-kind')}>{kindText(node.kind)}</Fact>
      {network !== null && (
        <Fact name={t('admin.node-network')} ltr>
          {NETWORKS[network] ?? network}
        </Fact>
      )}
      <Amount name={t('admin.node-can-send')} msat={node.can_send_msat} />
      <Amount name={t('admin.node-can-receive')} msat={node.can_receive_msat} />
      <Amount name={t('admin.node-on-chain')} msat={node.on_chain_msat} />
      {height !== null && (
        <Fact name={t('admin.node-height')}>
          {new Intl.NumberFormat(locale()).format(height)}
          {synced === false && <small>{t('admin.node-behind')}</small>}
        </Fact>
      )}
      {key !== null && key !== '' && <CodeFact name={t('admin.node-id')} code={key} />}
    </>
  )
}

/** Networks by the prefix of their invoices. */
const NETWORKS: Readonly<Record<string, string>> = { bc: 'mainnet', tb: 'testnet', tbs: 'signet', bcrt: 'regtest' }

function Amount({ name, msat }: { readonly name: string; readonly msat: number | null }) {
  return msat === null ? null : <Fact name={name}>{satText(msatOf(msat))}</Fact>
}
