import { badRequest, type ServiceError } from '@satchel/http/service-error'
import { type Msat, msatToSatFloor } from '@satchel/money/units'

/** For an amount above SERVICE_MAX_PAYMENT_SATS. */
export const amountTooLarge = (maxPaymentMsat: Msat): ServiceError =>
  badRequest('The amount is above the maximum for one payment.', {
    code: 'amount_too_large',
    params: { max_sat: Number(msatToSatFloor(maxPaymentMsat)) },
  })
