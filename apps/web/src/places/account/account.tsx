import { Redirect, Route, Switch } from 'wouter-preact'
import { Appearance } from './appearance.tsx'
import { Authenticator } from './authenticator.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { LogInWays } from './log-in-ways.tsx'
import { MoneyView } from './money-view.tsx'
import { Notifications } from './notifications.tsx'
import { Overview } from './overview.tsx'
import { Passkeys } from './passkeys.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { RenewCodes } from './renew-codes.tsx'
import { Security } from './security.tsx'
import { Sessions } from './sessions.tsx'

export function Account() {
  return (
    <Switch>
      <Route path="/account" component={Overview} />
      <Route path="/account/profile" component={Profile} />
      <Route path="/account/security" component={Security} />
      <Route path="/account/security/password" component={Password} />
      <Route path="/account/security/log-in" component={LogInWays} />
      <Route path="/account/security/authenticator" component={Authenticator} />
      <Route path="/account/security/passkeys" component={Passkeys} />
      <Route path="/account/security/recovery-codes" component={RenewCodes} />
      <Route path="/account/sessions" component={Sessions} />
      <Route path="/account/language" component={LanguageChoice} />
      <Route path="/account/appearance" component={Appearance} />
      <Route path="/account/money" component={MoneyView} />
      <Route path="/account/notifications" component={Notifications} />
      <Route path="/account/delete" component={DeleteAccount} />
      <Route>
        <Redirect to="/account" replace />
      </Route>
    </Switch>
  )
}
