-- Names the items in currencies whose digits depended on the release of Node. Since this version they are those of ISO 4217.
-- Additive: older versions work with it.
INSERT INTO alarms (kind, reference, detail, at)
SELECT 'currency-digits', ext_id,
  'The digits of these currencies depended on the release of Node, now they are those of ISO 4217: '
    || string_agg(CASE WHEN place <= 100 THEN code || ' ' || id END, ', ' ORDER BY place)
    || CASE WHEN count(*) > 100 THEN ' and ' || (count(*) - 100) || ' more' ELSE '' END,
  {{now}}
FROM (
  SELECT item.ext_id, item.id, currency.column1 AS code,
    row_number() OVER (PARTITION BY item.ext_id ORDER BY currency.column1, item.seq) AS place
  FROM extension_rows AS item
  JOIN (VALUES ('AFN'), ('ALL'), ('COP'), ('HUF'), ('IDR'), ('IQD'), ('IRR'), ('KPW'), ('LAK'), ('LBP'), ('MGA'),
    ('MMK'), ('MRO'), ('PKR'), ('RSD'), ('SLL'), ('SOS'), ('STD'), ('SYP'), ('YER'), ('ZMK')) AS currency
    ON item.data LIKE '%"currency":"' || currency.column1 || '"%'
  WHERE item.kind = 'items'
) AS items
GROUP BY ext_id;
