#!/bin/bash
# What docs/guide/installing.md, backups.md and upgrading.md say, on a fresh Debian with PostgreSQL and Nginx, without a
# network. /archives has the archive of this version with a Node (new.tar.gz) and that of the last release (old.tar.gz).
# Instead of systemd the command of the unit is run by hand.
set -euo pipefail
export LC_ALL=C.UTF-8 PATH=/opt/satchel/node/bin:/opt/node/bin:$PATH
API=https://wallet.example.com
JSON='Content-Type: application/json'

step() { echo "== $*"; }
json() { node -pe "JSON.parse(require('fs').readFileSync(0))$1"; }
ask() { curl -sS --fail-with-body --cacert /etc/letsencrypt/live/wallet.example.com/fullchain.pem "$@"; }
AS_SATCHEL=(
  setpriv --reuid satchel --regid satchel --clear-groups env -i PATH="$PATH" HOME=/var/lib/satchel NODE_ENV=production
  SERVICE_CONFIG_FOLDER=/etc/satchel SERVICE_DATA_FOLDER=/var/lib/satchel PRICES_DATA_FOLDER=/var/lib/satchel
)
as_satchel() { "${AS_SATCHEL[@]}" "$@"; }
# `npm run COMMAND -- …` where there is no npm.
satchel() { (cd /opt/satchel && as_satchel node scripts/run.mjs "$@"); }
start() {
  # That of the unit of the last release, if it has no such script.
  (cd /opt/satchel && exec "${AS_SATCHEL[@]}" sh -c 'if test -f scripts/become.sh; then exec sh scripts/become.sh start; else exec node scripts/run.mjs start; fi') >> /var/log/satchel.log 2>&1 &
  SERVICE=$!
  for _ in $(seq 120); do
    if ask -o /dev/null $API/ready 2> /dev/null; then return; fi
    if ! kill -0 $SERVICE 2> /dev/null; then break; fi
    sleep 1
  done
  tail -n 5 /var/log/satchel.log
  return 1
}
stop() {
  kill -TERM $SERVICE
  wait $SERVICE
}
unpack() { mkdir -p "$2" && tar -xzf "$1" -C "$2" --strip-components 1; }
version() { ask $API/api/v1/status | json .version; }
# docs/guide/first-payment.md: two wallets pay each other, by API.
pay() {
  TOKEN=$(ask $API/api/v1/auth -H "$JSON" -d '{"username":"alice","password":"correct-horse"}' | json .access_token)
  USER_ID=$(node -pe "JSON.parse(Buffer.from('$TOKEN'.split('.')[1], 'base64url')).sub")
  ask -o /dev/null -X PUT $API/users/api/v1/user/$USER_ID/balance -H "Authorization: Bearer $TOKEN" -H "$JSON" -d '{"amount":10000}'
  SHOP_KEY=$(ask $API/api/v1/wallet -H "Authorization: Bearer $TOKEN" -H "$JSON" -d '{"name":"Shop"}' | json .inkey)
  INVOICE=$(ask $API/api/v1/payments -H "X-Api-Key: $SHOP_KEY" -H "$JSON" -d '{"out":false,"amount":1500,"memo":"Coffee"}' | json .payment_request)
  ask -o /dev/null $API/api/v1/payments -H "Authorization: Bearer $TOKEN" -H "$JSON" -d "{\"out\":true,\"bolt11\":\"$INVOICE\"}"
  test "$(ask $API/api/v1/wallet -H "X-Api-Key: $SHOP_KEY" | json .balance)" = 1500000
  echo "version $(version): the shop has 1500 sat"
}

step 'PostgreSQL'
[ -d /etc/postgresql/15/main ] || pg_createcluster 15 main > /dev/null
pg_ctlcluster 15 main start
su postgres -c "psql -q -c \"CREATE ROLE satchel LOGIN CREATEDB PASSWORD 'a-password'\" -c 'CREATE DATABASE satchel OWNER satchel'"

step 'Nginx with TLS'
echo '127.0.0.1 localhost wallet.example.com' > /etc/hosts
mkdir -p /etc/letsencrypt/live/wallet.example.com /opt/node
openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=wallet.example.com -addext subjectAltName=DNS:wallet.example.com \
  -keyout /etc/letsencrypt/live/wallet.example.com/privkey.pem -out /etc/letsencrypt/live/wallet.example.com/fullchain.pem 2> /dev/null
rm -f /etc/nginx/sites-enabled/default

step 'the archive of the last release'
# It has no Node of its own: that of the new one is used.
unpack /archives/new.tar.gz /opt/satchel-next
cp -r /opt/satchel-next/node/. /opt/node
unpack /archives/old.tar.gz /opt/satchel
useradd --system --home /var/lib/satchel satchel
install -d -m 750 -g satchel /etc/satchel
install -d -m 700 -o satchel -g satchel /var/lib/satchel
install -m 640 -g satchel /dev/null /etc/satchel/.env
cat > /etc/satchel/.env << END
SERVICE_DATABASE_URL=postgres://satchel:a-password@127.0.0.1/satchel
SERVICE_PUBLIC_URL=$API
SERVICE_TRUSTED_PROXIES=127.0.0.1
AUTH_SECRET_KEY=$(openssl rand -hex 32)
SERVICE_KEY_ENCRYPTION_KEY=$(openssl rand -hex 32)
SUPER_USER_USERNAME=alice
SUPER_USER_PASSWORD=correct-horse
SERVICE_BACKUP_SCHEDULE=0 3 * * *
END
satchel config check
cp /opt/satchel/ops/proxies/nginx.conf /etc/nginx/conf.d/satchel.conf
nginx

step 'first payment'
start
pay

step 'backup'
satchel backup /var/lib/satchel/before-upgrade.tar.gz
for _ in $(seq 90); do ls /var/lib/satchel/backups/satchel-*.tar.gz > /dev/null 2>&1 && break; sleep 1; done
ls /var/lib/satchel/backups

step 'restore drill'
satchel restore-drill

step 'upgrade'
(cd /opt/satchel-next && as_satchel node scripts/run.mjs upgrade-check)
stop
mv /opt/satchel /opt/satchel-before && mv /opt/satchel-next /opt/satchel
cp /opt/satchel/ops/proxies/nginx.conf /etc/nginx/conf.d/satchel.conf && nginx -s reload
start
pay
satchel audit

step 'and back'
stop
mv /opt/satchel /opt/satchel-next && mv /opt/satchel-before /opt/satchel
if start; then
  echo 'the older version starts on the newer database'
  pay
  satchel audit
  stop
fi

step 'back by the backup'
satchel restore /var/lib/satchel/before-upgrade.tar.gz --force
start
TOKEN=$(ask $API/api/v1/auth -H "$JSON" -d '{"username":"alice","password":"correct-horse"}' | json .access_token)
test "$(ask $API/api/v1/admin/halt -H "Authorization: Bearer $TOKEN" | json .halted)" = true
ask -o /dev/null -X PUT $API/api/v1/admin/halt -H "Authorization: Bearer $TOKEN" -H "$JSON" -d '{"halted":false}'
pay
satchel audit
stop
step 'done'
