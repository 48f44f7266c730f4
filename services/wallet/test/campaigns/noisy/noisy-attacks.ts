import type { AttackPlan } from './noisy-attack.ts'
import {
  prepareCalls,
  prepareMails,
  preparePayouts,
  prepareRetries,
  prepareWebhooks,
  prepareZaps,
} from './noisy-background.ts'
import { prepareDownloads, prepareHolds, prepareLogIns, prepareScans, prepareVisits } from './noisy-requests.ts'

export const ATTACKS: Readonly<Record<string, AttackPlan>> = {
  '80 zaps that name relays which stay silent or lie': { lane: 'publish', atLeast: 20, prepare: prepareZaps },
  '600 webhooks that hang on 24 hosts': { lane: 'webhooks', atLeast: 20, prepare: prepareWebhooks },
  '640 downloads that stand still': {
    lane: 'downloads',
    atLeast: 20,
    answers: [200, 429, 503],
    prepare: prepareDownloads,
  },
  'retries of 40 payouts to an LNURL that drips': { lane: 'task', atLeast: 10, prepare: prepareRetries },
  '600 scheduled calls of a URL that drips': { lane: 'task', atLeast: 10, prepare: prepareCalls },
  '20 mails to a server that never greets': { lane: 'mail', atLeast: 3, prepare: prepareMails },
  'payouts to an LNURL that drips': { lane: 'payouts', atLeast: 20, prepare: preparePayouts },
  '500 scans of own addresses': { atLeast: 20, answers: [200, 429], prepare: prepareScans },
  '1,000 visits that ask for invoices of honest items': { atLeast: 20, answers: [201, 429], prepare: prepareVisits },
  '3,000 log-ins': { atLeast: 20, answers: [401, 429], prepare: prepareLogIns },
  '600 hold invoices that are paid and never settled': { atLeast: 20, answers: [201, 429], prepare: prepareHolds },
}
