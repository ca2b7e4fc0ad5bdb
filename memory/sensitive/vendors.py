r"""Keys and tokens that are known by their shape, one line a vendor.

Shapes follow what each vendor documents, with lengths a little shorter, since a key that was cut off is
still one. ASCII look-arounds instead of `\b`, which takes Chinese for word characters (case B26).
"""

import re
from collections.abc import Iterator

from memory.language.text import Span

SHAPES = {
    # Models: OpenAI, Anthropic, DeepSeek, Moonshot, Qwen, OpenRouter, SiliconFlow … all begin with sk-.
    "sk- keys": r"sk-(?=[\w-]*\d|[a-z]{32})[\w-]{16,}",
    "Hugging Face": r"(?:hf|api_org)_[A-Za-z0-9]{20,}",
    "Groq": r"gsk_\w{20,}",
    "Replicate": r"r8_\w{20,}",
    "Perplexity": r"pplx-\w{20,}",
    "NVIDIA": r"nvapi-[\w-]{40,}",
    "xAI": r"xai-\w{20,}",
    "Fireworks, Together": r"(?:fw|tgp_v1)_[\w-]{22,}",
    "Jina, Tavily": r"(?:jina_|tvly-)[\w-]{20,}",
    "Pinecone": r"pcsk_\w{20,}",
    "LangSmith": r"lsv2_(?:pt|sk)_\w{20,}",
    "ElevenLabs": r"sk_[0-9a-f]{32,}",
    "Dify, Coze": r"app-(?=\w*\d)(?=\w*[A-Z])\w{24}(?!\w)|pat_[A-Za-z0-9]{40,}",
    "mem0": r"m0-[\w-]{16,}",
    "Zhipu": r"[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9])",
    # Clouds.
    "AWS": r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}(?![A-Za-z0-9])",
    "Google": r"AIza[\w-]{30,}|ya29\.[\w-]{10,}|GOCSPX-[\w-]{16,}|1//0[\w-]{30,}",
    "Aliyun": r"LTAI[A-Za-z0-9]{12,}",
    "Tencent": r"AKID[A-Za-z0-9]{12,}",
    "Baidu": r"bce-v3/[\w/-]{16,}|ALTAK-?[A-Za-z0-9]{16,}",
    "Volcengine": r"AKLT[\w-]{16,}={0,2}",
    "Azure": r"(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{20,}={0,2}|[?&]sig=[A-Za-z0-9%+/]{20,}",
    "DigitalOcean": r"do[opr]_v1_[0-9a-f]{20,}",
    "Heroku": r"HRKU-[\w-]{30,}",
    "PlanetScale": r"pscale_(?:tkn|pw|oauth)_[\w.-]{16,}",
    "Supabase": r"sbp_(?:v0_)?[0-9a-f]{20,}|sb_secret_[\w-]{16,}",
    "Databricks": r"dapi[0-9a-f]{32}",
    "Fly, Netlify, Render": r"(?:fo1|fm2|nfp|rnd)_[\w-]{24,}",
    "Vercel": r"vc[acikpr]_\w{20,}",
    "Terraform": r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{30,}",
    "Pulumi": r"pul-[0-9a-f]{40}",
    "Tailscale": r"tskey-[a-z]+-[\w-]{16,}",
    "Vault": r"hv[brs]\.[\w-]{20,}",
    "Doppler": r"dp\.(?:pt|st|ct|sa|scim|audit)\.\w{20,}",
    "1Password": r"ops_eyJ[\w-]{20,}",
    "age": r"AGE-SECRET-KEY-1[A-Z0-9]{30,}",
    # Code and packages.
    "GitHub": r"gh[oprsu]_[A-Za-z0-9]{16,}|github_pat_\w{16,}",
    "GitLab": r"gl(?:pat|dt|rt|ft|soat|cbt|ptt|agent|imt|ffct|oas)-[\w-]{16,}|GR1348941[\w-]{16,}",
    "Atlassian": r"AT(?:ATT|CTT)3[\w=-]{20,}|ATBB[A-Za-z0-9]{24,}",
    "npm": r"npm_[A-Za-z0-9]{24,}",
    "PyPI": r"pypi-[\w-]{24,}",
    "RubyGems": r"rubygems_[0-9a-f]{32,}",
    "crates.io": r"cio[A-Za-z0-9]{32}(?![A-Za-z0-9])",
    "NuGet": r"oy2[a-z0-9]{43}",
    "Docker": r"dckr_(?:pat|oat)_[\w-]{20,}",
    "Postman": r"PMAK-[0-9a-f-]{24,}",
    "Figma": r"fig[dp]_[\w-]{20,}",
    # Monitoring.
    "Grafana": r"gl(?:sa|c)_[A-Za-z0-9+/=_]{20,}",
    "New Relic": r"NR(?:AK|II|JS|AA)-[A-Za-z0-9-]{20,}",
    "Sentry": r"sntry[su]_[\w=/+-]{20,}",
    "Dynatrace": r"dt0[a-z]\d{2}\.[A-Z0-9]{20,}\.[A-Z0-9]{30,}",
    # Messages and mail.
    "Slack": r"xox[abeoprs](?:\.xox[bp])?-[\w-]{10,}|xapp-\d-[\w-]{10,}"
    r"|https://hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/[\w/-]{10,}",
    "Discord": r"[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{25,40}"
    r"|https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d+/[\w-]{16,}",
    "Telegram": r"\d{8,10}:[A-Za-z0-9_-]{33,}",
    "SendGrid": r"SG\.[\w-]{10,}\.[\w-]{10,}",
    "Twilio": r"(?:AC|SK)[0-9a-f]{32}",
    "Mailgun": r"(?:key|pubkey)-[0-9a-f]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}",
    "Mailchimp": r"[0-9a-f]{32}-us\d{1,2}",
    "Brevo": r"x(?:keysib|smtpsib)-[\w-]{30,}",
    "DingTalk": r"oapi\.dingtalk\.com/robot/send\?access_token=\w{16,}",
    "Feishu": r"open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/[\w-]{16,}",
    "WeCom": r"qyapi\.weixin\.qq\.com/cgi-bin/webhook/send\?key=[\w-]{16,}",
    # Money and shops.
    "Stripe": r"[rs]k_(?:live|test|prod)_\w{10,}|whsec_\w{16,}",
    "Shopify": r"shp(?:at|ca|pa|ss|ua)_[A-Za-z0-9]{16,}",
    "Square": r"sq0(?:atp|csp|idp)-[\w-]{20,}|EAAA[\w-]{50,}",
    "Plaid": r"access-(?:sandbox|development|production)-[0-9a-f-]{30,}",
    "Razorpay, Flutterwave": r"rzp_live_\w{14,}|FLWSECK(?:_TEST)?-[\w-]{12,}",
    # Offices.
    "Notion": r"ntn_\w{20,}|secret_[A-Za-z0-9]{30,}",
    "Linear": r"lin_(?:api|oauth)_\w{20,}",
    "Airtable": r"pat[A-Za-z0-9]{14}\.[0-9a-f]{32,}",
    "HubSpot": r"pat-(?:na|eu|ap)\d-[0-9a-f-]{30,}",
    "Contentful": r"CFPAT-[\w-]{30,}",
    "Typeform": r"tfp_[\w-]{30,}",
    "Dropbox": r"sl\.(?:u\.)?[\w-]{60,}",
    "Firebase": r"AAAA[\w-]{7}:APA91b[\w-]{30,}",
    "Facebook": r"EAA[A-Za-z0-9]{40,}",
    "Mapbox": r"sk\.eyJ[\w-]{20,}\.[\w-]{10,}",
}
_KEY = re.compile(r"(?<![A-Za-z0-9])(?:" + "|".join(f"(?:{shape})" for shape in SHAPES.values()) + ")", re.ASCII)


def found(seen: str) -> Iterator[Span]:
    """Return where a vendor's key stands in `seen`, a plain text."""
    return (match.span() for match in _KEY.finditer(seen))
