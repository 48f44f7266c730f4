import { anotherAddressContract } from './another-address.contract.ts'

anotherAddressContract('postgres')
