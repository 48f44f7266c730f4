import { anotherAddressContract } from './another-address.contract.ts'

/** On PostgreSQL: another-address.campaign.test.ts. */
anotherAddressContract('sqlite')
