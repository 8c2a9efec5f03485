//! A labelled set of what people say to agents: with a wish, and nearly with one.

use super::wishes;

/// What a person says, and a part of the wish in it; `None` where there is none.
type Case = (&'static str, Option<&'static str>);

const ENGLISH: [Case; 25] = [
    ("Remember that the staging database is reset every night at 2.", Some("staging database")),
    ("please remember: I'm in Lisbon, so no meetings before 10 UTC", Some("Lisbon")),
    ("No, that's wrong. From now on use pnpm instead of npm in this repo.", Some("use pnpm")),
    ("Always run the linter before you commit.", Some("run the linter")),
    ("looks good, thanks. going forward please keep commit messages under 72 chars", Some("72 chars")),
    ("I prefer short answers without a closing summary.", Some("short answers")),
    ("Never push to main without asking me first!", Some("push to main")),
    ("The tests pass now. Can you remember that the payment tests need the VPN?", Some("payment tests")),
    ("Stop adding emojis to the changelog", Some("emojis")),
    ("We deploy by pushing a tag. Remember that.", Some("pushing a tag")),
    ("Use tabs in this project from now on, and fix the Makefile", None),
    ("For future reference, the on-call dashboard is https://grafana.example/d/oncall", Some("on-call dashboard")),
    ("Don't ever mock the database in integration tests.", Some("mock the database")),
    ("keep in mind that QA signs off on Thursdays only", Some("Thursdays")),
    ("whenever you change the schema, regenerate the client as well", Some("regenerate the client")),
    ("do you remember where we put the retry logic?", None),
    ("I remember that we had this bug last year, what was the fix?", None),
    ("Remember me checkbox on the login page does nothing, fix it", None),
    ("The job never finishes and it always returns null", None),
    ("use port 3000 for now", None),
    ("Never mind, I found it", None),
    ("Fix the test that always fails on CI please", None),
    ("What happens if I always pass null here?", None),
    ("```\n# remember that this is code\nalways use x\n```\nwhy does this not compile", None),
    ("> From now on use spaces\nhe wrote that in the review, do you agree?", None),
];

const CHINESE: [Case; 25] = [
    ("记住，生产环境的数据库只读副本在 db-ro 上", Some("只读副本")),
    ("请记住：提交信息一律用中文写", Some("提交信息")),
    ("不对，以后提交前先跑一遍完整测试。", Some("先跑一遍完整测试")),
    ("别再用 mock 数据库了", Some("mock")),
    ("从现在开始回答要简短，不要总结", Some("简短")),
    ("我更喜欢函数式的写法", Some("函数式")),
    ("下次请先问我再改接口", Some("先问我")),
    ("每次改完表结构都要更新文档", Some("更新文档")),
    ("我们每周四发版。记住这一点。", Some("周四发版")),
    ("今后所有接口都必须写注释", Some("写注释")),
    ("永远不要直接推到 main 分支", Some("main")),
    ("記住，測試環境要先連 VPN", Some("VPN")),
    ("帮我记一下：支付模块的负责人是小王", Some("小王")),
    ("以后请用 pnpm，不要用 npm", Some("pnpm")),
    ("你还记得上次那个 bug 怎么修的吗？", None),
    ("记住密码功能坏了，看一下", None),
    ("以后再说吧，先修这个", None),
    ("这个接口总是报错，帮我看看", None),
    ("每次提交都会触发流水线，为什么这么慢", None),
    ("这次先用 3000 端口", None),
    ("别再试了，直接回滚吧", None),
    ("我喜欢这个方案，继续", None),
    ("下次发布是什么时候", None),
    ("我记得这里以前有个缓存", None),
    ("把这个函数改成异步的", None),
];

const JAPANESE: [Case; 25] = [
    ("本番のデプロイは毎週木曜だと覚えておいて", Some("木曜")),
    ("覚えておいてください：ステージングは毎晩リセットされます", Some("リセット")),
    ("違います。今後はコミットメッセージを日本語で書いてください。", Some("日本語")),
    ("これからはnpmではなくpnpmを使って", Some("pnpm")),
    ("次回からは先にテストを実行してください", Some("テスト")),
    ("二度とmainに直接プッシュしないでください", Some("main")),
    ("私は短い回答の方が好きです", Some("短い回答")),
    ("決済テストにはVPNが必要です。覚えておいて。", Some("VPN")),
    ("毎回スキーマを変えたらドキュメントも更新して", Some("ドキュメント")),
    ("統合テストではモックを使わないことを覚えておいてください", Some("モック")),
    ("常に型注釈を付けてください", Some("型注釈")),
    ("担当者は田中さんだとメモしておいて", Some("田中")),
    ("必ず変更前に確認すること", Some("確認")),
    ("今後、要約は書かないでください", Some("要約")),
    ("前回のバグの直し方を覚えていますか？", None),
    ("このテストは毎回失敗します", None),
    ("今回は3000番ポートを使ってください", None),
    ("この関数を非同期にして", None),
    ("もう一度実行して", None),
    ("ログイン状態を記憶する機能が壊れています", None),
    ("これから何をしますか？", None),
    ("いつも同じエラーが出るのはなぜ？", None),
    ("とりあえず必ず通るようにしないで", None),
    ("その方法で進めてください", None),
    ("今後の予定を教えて", None),
];

const KOREAN: [Case; 25] = [
    ("스테이징 DB는 매일 밤 초기화된다고 기억해 줘", Some("초기화")),
    ("기억해줘: 결제 테스트는 VPN이 필요해", Some("VPN")),
    ("아니, 앞으로는 커밋 메시지를 한국어로 써줘", Some("한국어")),
    ("이제부터 npm 대신 pnpm을 사용해 주세요", Some("pnpm")),
    ("다음부터는 인터페이스를 바꾸기 전에 먼저 물어봐 줘", Some("먼저 물어봐")),
    ("다시는 main에 직접 푸시하지 마세요", Some("main")),
    ("나는 짧은 답변을 선호해", Some("짧은 답변")),
    ("배포는 매주 목요일이야. 기억해 둬.", Some("목요일")),
    ("항상 커밋 전에 린트를 실행해 주세요", Some("린트")),
    ("절대 통합 테스트에서 DB를 모킹하지 마", Some("모킹")),
    ("담당자는 김민수라고 메모해 줘", Some("김민수")),
    ("앞으로 요약은 쓰지 말아 줘", Some("요약")),
    ("매번 스키마를 바꾸면 문서도 업데이트해 줘", Some("문서")),
    ("대시보드는 https://grafana.example/d/1 에 있어. 기억해줘", Some("grafana")),
    ("지난번 버그 어떻게 고쳤는지 기억해?", None),
    ("이 테스트는 항상 실패해", None),
    ("이번에는 3000 포트를 사용해 줘", None),
    ("로그인 상태 기억하기 기능이 고장났어", None),
    ("앞으로 어떻게 할까요?", None),
    ("이 함수를 비동기로 바꿔 줘", None),
    ("다시 한번 실행해 줘", None),
    ("일단 항상 통과하게 해 줘", None),
    ("내 기억에는 여기에 캐시가 있었어", None),
    ("계속 진행해 주세요", None),
    ("왜 매번 느려지는 거야?", None),
];

/// True and false finds, and wishes that were missed.
#[derive(Debug, Default)]
struct Tally {
    right: usize,
    wrong: usize,
    missed: usize,
}

impl Tally {
    #[expect(clippy::print_stderr, reason = "the cases that go wrong are what one wants to see")]
    fn count(&mut self, (said, wanted): &Case) {
        let found = wishes(said);
        let right = |text: &str| wanted.is_some_and(|wanted| text.contains(wanted));
        let hits = found.iter().filter(|wish| right(&wish.text)).count();
        let wrong = found.len() - hits;
        let missed = usize::from(wanted.is_some() && hits == 0);
        if wrong + missed > 0 {
            eprintln!("{said:?}: {found:?}, wanted {wanted:?}");
        }
        self.right += hits.min(1);
        self.wrong += wrong;
        self.missed += missed;
    }

    fn precision(&self) -> f64 {
        self.right as f64 / (self.right + self.wrong).max(1) as f64
    }

    fn recall(&self) -> f64 {
        self.right as f64 / (self.right + self.missed).max(1) as f64
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "the figures are what it is for")]
fn precision_and_recall_on_a_hundred_turns() {
    let mut all = Tally::default();
    for (language, cases) in [("en", &ENGLISH), ("zh", &CHINESE), ("ja", &JAPANESE), ("ko", &KOREAN)] {
        let mut tally = Tally::default();
        for case in cases {
            tally.count(case);
            all.count(case);
        }
        eprintln!("{language}: precision {:.3}, recall {:.3}, {tally:?}", tally.precision(), tally.recall());
        assert!(tally.precision() >= 0.9 && tally.recall() >= 0.8, "{language}: {tally:?}");
    }
    eprintln!("all: precision {:.3}, recall {:.3}, {all:?}", all.precision(), all.recall());
    assert!(all.precision() >= 0.97 && all.recall() >= 0.85, "{all:?}");
}

#[test]
fn a_wish_keeps_the_words_of_the_person() {
    let texts = |said: &str| wishes(said).into_iter().map(|wish| wish.text).collect::<Vec<_>>();
    assert_eq!(texts("OK, please remember that Ann owns billing. Thanks!"), ["Ann owns billing"]);
    assert_eq!(
        texts("Remember the following:\n- staging is on port 81\n- Ann owns billing\n\nBye"),
        ["staging is on port 81, Ann owns billing"]
    );
    assert_eq!(texts("Remember that."), Vec::<String>::new());
    assert_eq!(texts("remember that x"), Vec::<String>::new(), "too short to say anything");
    assert_eq!(texts(&format!("Remember that {}", "word ".repeat(400))), Vec::<String>::new(), "a text, not a wish");
}
