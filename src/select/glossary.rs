//! Words of software work that mean the same and share no letters. Our own list.

/// One meaning a line: English words first (the first of a line is the most usual), then Chinese in
/// simplified characters, Japanese, Korean. Words of one line stand for each other.
pub(super) const MEANINGS: &str = "
deploy deployment rollout 部署 上线 デプロイ 배포
release publish version 发布 发版 版本 リリース バージョン 릴리스 출시 버전
cicd ci pipeline 持续集成 流水线 パイプライン 파이프라인
build compile 构建 编译 打包 ビルド コンパイル 빌드 컴파일
rollback revert undo 回滚 回退 撤销 ロールバック 롤백
canary gray 灰度 放量 カナリア 카나리
staging preprod 预发 预发布 ステージング 스테이징
production prod live 生产 线上 生产环境 本番 운영 프로덕션
environment env 环境 환경
server host 服务器 主机 サーバー 서버
cluster k8s kubernetes 集群 クラスタ 클러스터
container docker 容器 コンテナ 컨테이너
image 镜像 イメージ 이미지
picture photo thumbnail 图片 照片 缩略图 画像 사진
database db 数据库 データベース 데이터베이스 디비
table 表结构 数据表 テーブル 테이블
column field 字段 列名 カラム フィールド 컬럼 필드
index 索引 インデックス 인덱스
migration migrate 迁移 マイグレーション 移行 마이그레이션
schema ddl alter 表结构 スキーマ 스키마
query sql 查询 クエリ 쿼리
transaction 事务 トランザクション 트랜잭션
backup restore 备份 恢复 バックアップ 復元 백업 복구
cache redis 缓存 キャッシュ 캐시
queue kafka mq 队列 消息 キュー 큐
storage bucket s3 存储 ストレージ 저장소 스토리지
test testing spec 测试 テスト 테스트
unit 单元 単体 단위
integration 集成 統合 통합
mock stub fake 模拟 模擬 モック 목킹
flaky unstable intermittent 不稳定 偶发 不安定 불안정
regression 回归 リグレッション 회귀
coverage 覆盖率 カバレッジ 커버리지
benchmark loadtest 压测 基准 ベンチマーク 負荷 벤치마크 부하
performance perf latency slow speed 性能 延迟 很慢 优化 遅い パフォーマンス 성능 느린 지연
optimize optimise tune 优化 调优 最適化 최적화
traffic load peak 流量 负载 峰值 トラフィック 트래픽
concurrency parallel thread 并发 并行 线程 並列 スレッド 동시성 스레드
memory ram oom 内存 メモリ 메모리
leak 泄漏 泄露 リーク 누수
bug defect issue 缺陷 故障 问题 バグ 不具合 버그 결함
ticket linear jira issue 工单 缺陷 任务 チケット 티켓 이슈
fix repair patch 修复 修正 修理 수정 고쳐
error exception failure 错误 报错 异常 失败 エラー 例外 에러 오류 예외
crash panic 崩溃 クラッシュ 크래시
debug troubleshoot 调试 排查 デバッグ 디버그
log logs logging 日志 ログ 로그
monitor monitoring observability 监控 監視 モニタリング 모니터링
dashboard grafana 大盘 看板 仪表盘 ダッシュボード 대시보드
alert alarm pager oncall 报警 告警 值班 アラート 警報 알림 경보
metric metrics 指标 メトリクス 지표
incident outage down 事故 故障 宕机 障害 장애
runbook playbook 手册 预案 手順書 런북
config configuration setting settings 配置 设置 設定 설정
flag toggle switch 开关 フラグ 플래그 스위치
variable 变量 変数 변수
secret credential password 密钥 密码 口令 パスワード 秘密 비밀번호 비밀
token session 令牌 会话 トークン セッション 토큰 세션
login signin auth authentication 登录 鉴权 认证 ログイン 認証 로그인 인증
permission access authorization role 权限 授权 権限 권한
account 账号 账户 アカウント 계정
otp sms captcha 验证码 短信 認証コード 인증번호 문자
user 用户 ユーザー 사용자 유저
customer client 客户 顾客 顧客 고객
privacy gdpr pii personal 隐私 脱敏 个人信息 プライバシー 개인정보
delete remove erase drop 删除 移除 清除 注销 削除 삭제 제거
create add insert 创建 新增 添加 作成 追加 생성 추가
update change modify edit 更新 修改 改动 変更 변경 업데이트
rename 重命名 改名 リネーム 이름변경
move 移动 移動 이동
copy duplicate 复制 拷贝 コピー 복사
import 导入 インポート 가져오기
export 导出 エクスポート 내보내기
sync synchronize 同步 同期 동기화
async asynchronous 异步 非同期 비동기
upload 上传 アップロード 업로드
download 下载 ダウンロード 다운로드
search 搜索 检索 検索 검색
sort order 排序 ソート 정렬
filter 过滤 筛选 フィルタ 필터
page pagination 分页 页面 ページ 페이지
list 列表 リスト 목록
file 文件 ファイル 파일
folder directory 目录 文件夹 フォルダ ディレクトリ 폴더 디렉터리
path 路径 パス 경로
code source 代码 源码 コード ソース 코드 소스
comment comments 注释 コメント 주석
document documentation docs manual 文档 ドキュメント 文書 문서
format formatter fmt style 格式 格式化 风格 フォーマット 포맷 서식
lint linter clippy eslint 检查 リント 린트
naming name 命名 名字 名称 命名 名前 이름
refactor rewrite 重构 重写 リファクタ 書き直 리팩터 재작성
module package crate 模块 包名 モジュール パッケージ 모듈 패키지
dependency library dependencies 依赖 类库 依存 ライブラリ 의존성 라이브러리
upgrade bump 升级 アップグレード 업그레이드
install setup 安装 インストール 설치
service microservice 服务 微服务 サービス 서비스
monolith split extract 拆分 单体 モノリス 분리
interface api endpoint 接口 インターフェース エンドポイント 인터페이스 엔드포인트
request 请求 リクエスト 요청
response reply 响应 返回 回复 レスポンス 응답
callback webhook hook 回调 钩子 コールバック フック 콜백 훅
timeout 超时 タイムアウト 타임아웃
retry 重试 リトライ 재시도
limit ratelimit throttle quota 限流 限制 配额 制限 제한
network 网络 ネットワーク 네트워크
proxy gateway vpn 代理 网关 プロキシ ゲートウェイ 프록시 게이트웨이
domain dns 域名 ドメイン 도메인
certificate tls ssl https 证书 証明書 인증서
security vulnerability attack abuse 安全 漏洞 攻击 恶意 セキュリティ 脆弱性 보안 취약점 공격
encrypt encryption 加密 暗号 암호화
frontend web browser 前端 网页 浏览器 フロントエンド ブラウザ 프론트엔드 브라우저
backend 后端 后台 バックエンド 백엔드
mobile app android ios 移动端 客户端 手机 アプリ 모바일 앱
miniprogram 小程序 ミニアプリ 미니앱
component widget 组件 コンポーネント 컴포넌트
button 按钮 ボタン 버튼
form input 表单 输入 フォーム 入力 폼 입력
style css theme colour color 样式 颜色 主题 スタイル 色 스타일 색상
layout 布局 レイアウト 레이아웃
design figma mockup 设计 设计稿 デザイン 디자인
ui ux 界面 交互 画面 화면
text copy wording label 文案 文本 文言 문구 텍스트
language translation translate locale i18n 语言 翻译 言語 翻訳 언어 번역
chinese 中文 汉语 中国語 중국어
english 英文 英语 英語 영어
japanese 日文 日语 日本語 일본어
korean 韩文 韩语 韓国語 한국어
cart basket 购物车 カート 장바구니
checkout 结账 结算 チェックアウト 결제
payment pay billing invoice 支付 付款 账单 支払 決済 결제 청구
order orders 订单 注文 주문
price pricing amount money cents 价格 金额 单价 値段 価格 金額 가격 금액
precision rounding decimal 精度 取整 小数 丸め 정밀도
product item goods sku 商品 产品 製品 상품 제품
stock inventory 库存 在庫 재고
shipping delivery logistics 物流 配送 发货 배송
refund 退款 返金 환불
discount coupon promotion 优惠 折扣 促销 大促 割引 할인
cost bill spend budget expense 成本 费用 账单 开销 コスト 費用 비용
report reporting statistics 报表 统计 报告 レポート 보고서 통계
warehouse etl ingest ingestion 数仓 数据管道 管道 データ基盤 데이터웨어하우스
data 数据 データ 데이터
event tracking analytics 事件 埋点 イベント 分析 이벤트 분석
experiment abtest 实验 実験 실험
requirement requirements spec prd 需求 规格 要件 仕様 요구사항
plan roadmap 计划 规划 方案 計画 계획
schedule cron job nightly 定时 调度 任务 スケジュール ジョブ 스케줄 작업
deadline due 截止 期限 締切 마감
meeting call 会议 开会 会議 회의 미팅
morning 上午 早上 午前 오전
afternoon 下午 午後 오후
holiday vacation 假期 节假日 休日 휴일 휴가
freeze 冻结 封网 凍結 동결
commit 提交 コミット 커밋
branch 分支 ブランチ 브랜치
merge 合并 マージ 병합 머지
pr review pullrequest 评审 代码评审 合并请求 レビュー 리뷰
push 推送 プッシュ 푸시
pull fetch 拉取 プル 풀
conflict 冲突 衝突 競合 충돌
diff changes 改动 差异 差分 변경점
repository repo git 仓库 リポジトリ 리포지토리 저장소
remote 远程 リモート 원격
submodule subtree 子模块 サブモジュール 서브모듈
owner maintainer responsible 负责人 归属 担当 담당자
team colleague 团队 同事 チーム 팀
boss manager stakeholder 老板 领导 经理 上司 상사
approve approval 审批 批准 承認 승인
confirm confirmation 确认 確認 확인
forbid forbidden prohibit never 禁止 不许 금지
prefer preference habit 偏好 习惯 好み 선호
explain explanation 解释 说明 説明 설명
example sample 示例 例子 例 예시 예제
compatibility compatible 兼容 互換 호환
deprecated legacy old 废弃 过时 旧版 非推奨 레거시
timezone utc 时区 タイムゾーン 시간대
date time 日期 时间 日付 時間 날짜 시간
number count quantity 数量 个数 数 개수 수량
string 字符串 文字列 문자열
type types typing 类型 型 타입
function method 函数 方法 関数 メソッド 함수 메서드
class object 类 对象 クラス オブジェクト 클래스 객체
parameter argument option 参数 选项 引数 オプション 인자 매개변수 옵션
loop iterate 循环 ループ 반복
thread lock deadlock mutex 锁 死锁 ロック 락
process daemon 进程 プロセス 프로세스
port 端口 ポート 포트
script command cli shell 脚本 命令 命令行 スクリプト コマンド 스크립트 명령
terminal console 终端 控制台 ターミナル 터미널
editor ide vim neovim vscode 编辑器 エディタ 에디터
keyboard shortcut keybinding 快捷键 键盘 ショートカット 단축키
laptop machine computer 电脑 笔记本 パソコン 노트북
hardware board 硬件 板子 ハードウェア 하드웨어
gpu cuda 显卡 グラフィック 그래픽카드
model training train 模型 训练 モデル 学習 모델 학습
prompt llm agent 提示词 智能体 プロンプト エージェント 프롬프트 에이전트
rule rules policy convention 规则 规范 约定 ルール 規約 규칙 규약
warning warn 预警 警告 警告 경고
threshold trigger 阈值 触发 閾値 임계값
restart reboot 重启 再起動 재시작
start launch boot 启动 起動 시작 기동
stop kill shutdown 停止 关闭 停止 종료 중지
replay playback 回放 再生 リプレイ 재생
scene 场景 シーン 씬
render rendering draw 渲染 绘制 描画 レンダリング 렌더링
sound audio 声音 音频 音声 오디오 소리
bridge 桥接 桥 ブリッジ 브리지
";
