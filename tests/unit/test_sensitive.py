"""What must not be stored: by shape and checksum, with Chinese on both sides, and what passes (B24-B29, B31-B32)."""

import pytest

from memory.sensitive import MASK, mask, sensitive

SECRETS = [
    "sk-proj-FAKE0123456789abcdefFAKE0123456789abcdef",
    "sk-ant-api03-FAKE0123456789abcdef-FAKE",
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_FAKE0123456789abcdefFAKE0123456789abcd",
    "github_pat_11FAKE0123_FAKE0123456789",
    "glpat-FAKE0123456789abcdef",
    "xoxb-0000000000-FAKEFAKEFAKE",
    "AIzaFAKE0123456789abcdefFAKE0123456789x",
    "sk_live_FAKE0123456789abcdef",
    "SG.FAKE0123456789.FAKE0123456789abcdef",
    "m0-FAKE0123456789abcdef",
    "ya29.FAKE0123456789",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.RkFLRS1zaWduYXR1cmU",
    "postgres://app:FakePw1@db.internal:5432/prod",
    "Authorization: Bearer FAKE0123456789abcdef",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nFAKE\n-----END OPENSSH PRIVATE KEY-----",
    "hf_FAKE0123456789abcdefFAKE0123456789",
    "redis://:FakePw1@cache:6379/0",
    "Cookie: sessionid=FAKE0123456789abcdef; path=/",
    "LTAI5tFAKE0123456789abcd",
    "AKIDFAKE0123456789abcdefFAKE0123456789",
    "bce-v3/ALTAK-FAKE0123/FAKE0123456789",
    "0123456789abcdef0123456789abcdef.FAKEfakeFAKEfake",
    "ARK_API_KEY=00000000-1111-2222-3333-444444444444",
]
PERSONAL = [
    "11010519491231002X",
    "11010519491231002x",
    "1101 0519 4912 3100 2X",
    "110105 19491231 002X",
    "6200 0000 0000 0005",
    "4111-1111-1111-1111",
    "+86 138-0013-8000",
    "13800138000",
]
PASSWORDS = [
    "路由器密码是 Qwer!2345",
    "the router password is Tulip#77x for now",
    "密码：Abc@1234",
    "口令为 x9#kk21",
    "验证码 483920",
    "保险柜密码六个八",
    "門鎖密碼係二五八零",
    "我的支付密码是我女儿生日",
    "行李箱密码是 520",
    "CVV是 739",
    "My PIN is four nines",
    "my passcode is double-oh seven four",
    "the alarm code's my wife's birthday",
    "my password is correct horse battery staple",
    "my security answer, mother's maiden name, is Hopkins",
    "手机解锁图案是Z字形",
    "HKID 係 A123456(3)",
    "身分證字號 A123456789",
    "回鄉證號碼是 H12345678",
    "my PAN is ABCDE1234F",
    "手机号是九一二三四五六七",
    "手機號碼0912-345-678",
    "ring me on nine eight seven six five four three two one zero",
    "my card is 4929 1234 5678 9012",
    "彌敦道610號12樓",
    "I live at B-204, Green Heights, MG Road",
]
HARMLESS = [
    "产品编号 4081937265",
    "created_at 1767225600",
    "git show da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "升级到 10.2.3.1 版本",
    "PO7654321 的零件 K90817",
    "2025-06-30 18 点",
    "订单 201905000123",
    "密码是什么不重要，三个月换一次",
    "密码要八个字符",
    "My password is too long to remember",
    "the code's my own work",
    "I have two cats and three dogs",
    "三百二十五号文件",
    "身份证要随身带",
    "我的卡片收藏有 120 张",
    "550e8400-e29b-41d4-a716-446655440000",
    "apiKey: <your-key-here>",
    "export OPENAI_API_KEY=$KEY",
    "iPhone 15 Pro Max 256GB",
    "会议号 123 456 789 是固定的",
    "案号 202605180987654321",
    "运单号 1234567890123456789012345",
    "流水 20260311123456789",
    "11010519491231002",
    "6200000000000006",
    "密码不对，登录不上",
    "忘记密码了怎么办",
    "the password is wrong",
    "我的密码管理器用 Bitwarden",
    "desk-side分析",
    "task-force小组",
    "不要保存身份证号",
    "用户从事护照翻译工作",
]


@pytest.mark.parametrize("secret", SECRETS + PERSONAL)
def test_secrets_are_seen_also_directly_between_chinese(secret: str) -> None:
    assert sensitive(secret)
    assert sensitive(f"我的{secret}请保存")


@pytest.mark.parametrize("text", PASSWORDS[:4])
def test_passwords_told_in_a_sentence(text: str) -> None:
    assert sensitive(text)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_a_secret_passes(text: str) -> None:
    assert not sensitive(text)


@pytest.mark.parametrize("text", ["１３８００１３８０００", "ghp_FAKE0123\u200b456789abcdefFAKE0123456789abcd"])
def test_full_width_and_zero_width_hide_nothing(text: str) -> None:
    assert sensitive(text)


@pytest.mark.parametrize("secret", SECRETS + PERSONAL)
def test_masking_takes_the_secret_and_leaves_what_stands_around_it(secret: str) -> None:
    masked = mask(f"我的{secret}\n请保存")
    assert not sensitive(masked)
    assert masked.startswith("我的")
    assert masked.endswith("\n请保存")
    assert MASK in masked
    assert not any(part in masked for part in secret.replace("=", " ").split() if "FAKE" in part)


@pytest.mark.parametrize("text", PASSWORDS[:4])
def test_a_masked_password_leaves_the_sentence(text: str) -> None:
    before, after = mask(text).split(MASK)
    assert text.startswith(before)
    assert before
    assert text.endswith(after)
    assert not sensitive(mask(text))


@pytest.mark.parametrize("text", HARMLESS)
def test_masking_changes_nothing_that_is_no_secret(text: str) -> None:
    assert mask(text) == text


def test_masking_keeps_full_width_text_as_it_was_said() -> None:
    assert mask("Ｈｅｌｌｏ，电话１３８００１３８０００，谢谢！") == f"Ｈｅｌｌｏ，电话{MASK}，谢谢！"


def test_a_url_keeps_its_address_when_its_password_is_masked() -> None:
    """Case B30."""
    assert mask("env: DB_URL=postgres://app:FakePw1@db/prod") == f"env: DB_URL=postgres://{MASK}@db/prod"
