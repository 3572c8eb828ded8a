-- WhatsApp numbers that were typed without the code of Colombia led to Greece. What has a plus, or is a link, is as it should be.
update businesses set whatsapp = '+57' || regexp_replace(whatsapp, '\D', '', 'g')
where phone like '+57%' and whatsapp !~ '[+:/]' and regexp_replace(whatsapp, '\D', '', 'g') ~ '^3\d{9}$';
