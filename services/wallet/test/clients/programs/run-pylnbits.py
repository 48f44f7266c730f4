# Calls what PyPI's pylnbits has for wallets, pay links and withdraw links, and prints what it read as one line of JSON.
import asyncio
import json
import sys

from aiohttp import ClientSession
from pylnbits.config import Config
from pylnbits.lnurl_p import LnurlPay
from pylnbits.lnurl_w import LnurlWithdraw
from pylnbits.user_wallet import UserWallet

url, admin_key, invoice_key, foreign = sys.argv[1:5]


async def main():
    config = Config(in_key=invoice_key, admin_key=admin_key, lnbits_url=url)
    async with ClientSession() as session:
        wallet = UserWallet(config, session)
        read = {"wallet": await wallet.get_wallet_details()}
        read["made"] = await wallet.create_invoice(False, 21, "Tea for two", "")
        read["unpaid"] = await wallet.check_invoice(read["made"]["payment_hash"])
        read["sent"] = await wallet.pay_invoice(True, foreign)
        read["paid"] = await wallet.check_invoice(read["sent"]["payment_hash"])
        read["decoded"] = await wallet.get_decoded(foreign)
        read["listed"] = await wallet.get_invoices()
        read["named"] = await wallet.get_invoicesbymemo("Tea for two")
        links = LnurlPay(config, session)
        link = await links.create_paylink({"description": "Tips", "amount": 5, "min": 1, "max": 100, "comment_chars": 0})
        read["links"] = [link, await links.get_paylink(link["id"]), await links.list_paylinks()]
        await links.delete_paylink(link["id"])
        read["links_left"] = await links.list_paylinks()
        vouchers = LnurlWithdraw(config, session)
        voucher = await vouchers.create_withdrawlink(
            {"title": "Prize", "min_withdrawable": 1, "max_withdrawable": 5, "uses": 1, "wait_time": 1, "is_unique": True}
        )
        read["vouchers"] = [voucher, await vouchers.list_withdrawlinks()]
    print(json.dumps(read))


asyncio.run(main())
